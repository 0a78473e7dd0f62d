// Which entries and questions does a seed stand for? Entry i can be made alone, at any time: everything about it
// comes from (seed, i) and the pool of sentences. Sentences are taken in their order from one place of the pool,
// some words are exchanged and some made up, so that no two entries share a paragraph and the vocabulary grows
// with the corpus as real ones do.
import { Random } from './random.mjs';
import { contentWords, inventedWord, rareTerm } from './words.mjs';

const EXCHANGED = 0.12; // share of the words of a sentence
const RARE = 0.025;
const A_LEAF = 30; // entries in a folder, about
const KINDS = { place: 11, body: 12, folder: 13, queries: 14, edits: 15 }; // streams of numbers

const QUESTIONS = [
  ([a, b]) => `How does ${a} work with ${b}?`, ([a, b]) => `What did we decide about ${a} and ${b}?`, ([a, b, c]) => `Why does ${a} ${b} fail when the ${c} is set?`,
  ([a, b]) => `Where is the ${a} of ${b} configured?`, ([a, b, c]) => `When should I use ${a} instead of ${b} for ${c}?`, ([a]) => `What is ${a}?`,
  ([a, b, c]) => `Is there a way to change the ${a} ${b} without ${c}?`, ([a, b]) => `Who changed ${a} after the ${b}?`,
];

const scalar = text => /^[A-Za-z][A-Za-z0-9 ]*$/.test(text) && !/^(yes|no|on|off|y|n|true|false|null)$/i.test(text) ? text : JSON.stringify(text);

export class Corpus {
  // sentences: the pool. bytes: [least, most] of an entry's file.
  constructor({ seed, count, sentences, bytes }) {
    Object.assign(this, { seed, count, sentences, bytes });
    this.leaves = Math.max(4, Math.round(count / A_LEAF));
    this.domains = Math.min(40, Math.max(4, Math.round(Math.sqrt(this.leaves) / 1.5)));
  }

  // A word of the pool, common ones more often.
  word(random) {
    const words = contentWords(random.pick(this.sentences));
    return words.length ? random.pick(words) : inventedWord(random);
  }

  #folder(leaf) {
    const domain = this.word(new Random(this.seed, KINDS.folder, leaf % this.domains, 0));
    const random = new Random(this.seed, KINDS.folder, leaf, 1);
    const deeper = leaf % 16 === 0 ? 2 : leaf % 4 === 0 ? 1 : 0;
    return [domain, `${this.word(random)}_${this.word(random)}`, ...random.times(deeper, () => this.word(random))].join('/').toLowerCase();
  }

  // Where entry i stands. → {path, title, at: its place in the pool}
  place(i) {
    const random = new Random(this.seed, KINDS.place, i);
    const at = random.below(this.sentences.length);
    const words = contentWords(this.sentences[at]).slice(0, random.between(2, 6));
    while (words.length < 2) words.push(this.word(random));
    const title = words.join(' ');
    return { path: `${this.#folder(random.below(this.leaves))}/${title.toLowerCase().replaceAll(' ', '_').slice(0, 80)}_${i}`, title, at };
  }

  #sentence(random, at) {
    return this.sentences[at % this.sentences.length].split(' ').map(word => {
      const fate = random.next();
      if (fate < RARE) return rareTerm(random, () => this.word(random));
      return fate < RARE + EXCHANGED ? this.word(random) : word;
    }).join(' ');
  }

  #body(random, at, size) {
    let body = '';
    const add = text => (body.length + text.length <= size || !body) && (body += text, true);
    while (true) {
      if (random.chance(0.2)) at = random.below(this.sentences.length);
      if (random.chance(0.25) && !add(`## ${this.word(random)} ${this.word(random)}\n\n`)) return body;
      const bullet = random.chance(0.15) ? '- ' : '';
      for (let left = random.between(2, 6); left > 0; left--) if (!add(bullet + this.#sentence(random, at++) + (bullet ? '\n' : ' '))) return body;
      if (!add('\n\n')) return body;
      if (random.chance(0.08) && !add(`\`\`\`\n${rareTerm(random, () => this.word(random))} --${this.word(random)} ${inventedWord(random)}\n\`\`\`\n\n`)) return body;
    }
  }

  #size(random) {
    const [least, most] = this.bytes;
    return least * (most / least) ** (random.next() ** 1.75); // small ones are more frequent
  }

  // → {path, title, content: the body, file: the bytes on disk as text}
  entry(i) {
    const { path, title, at } = this.place(i);
    const random = new Random(this.seed, KINDS.body, i);
    const size = this.#size(random);
    const day = `${random.between(2023, 2026)}-0${random.between(1, 9)}-${random.between(10, 28)}T0${random.below(10)}:30:00Z`;
    const front = [
      `title: ${scalar(title)}`,
      ...(random.chance(0.5) ? [`summary: ${scalar(this.#sentence(random, at).slice(0, 110))}`] : []),
      `tags: [${random.times(random.between(1, 3), () => scalar(this.word(random).toLowerCase())).join(', ')}]`,
      ...(random.chance(0.3) ? [`related: [${random.times(random.between(1, 2), () => this.place(random.below(this.count)).path + '.md').join(', ')}]`] : []),
      `createdAt: ${day}`, `updatedAt: ${day}`, 'importance: 50', `maturity: ${random.pick(['draft', 'draft', 'validated', 'core'])}`,
    ].join('\n');
    const facts = random.chance(0.25) ? `\n\n## Facts\n- **${this.word(random)}**: ${this.#sentence(random, at + 1)}` : '';
    const content = this.#body(random, at, size - front.length - facts.length - 10).trimEnd() + facts + '\n';
    return { path, title, content, file: `---\n${front}\n---\n${content}` };
  }

  // n distinct queries: 2 to 8 sampled terms (of one entry, or of several), and natural questions.
  // → [{kind: 'terms' | 'question', text}]
  queries(n) {
    const random = new Random(this.seed, KINDS.queries);
    const wordsOf = () => this.count ? [...new Set(contentWords(this.entry(random.below(this.count)).content))] : [];
    const made = new Map();
    for (let i = 0; made.size < n; i++) {
      const words = random.chance(0.5) ? wordsOf() : [...wordsOf(), ...wordsOf(), ...wordsOf()];
      const some = random.times(random.between(2, 8), () => random.pick(words) ?? inventedWord(random));
      while (some.length < 3) some.push(this.word(random));
      const text = i % 2 ? random.pick(QUESTIONS)(some) : some.join(' ');
      made.set(text, { kind: i % 2 ? 'question' : 'terms', text });
    }
    return [...made.values()];
  }

  // Queries of 5,000 characters, and queries of the words that most entries hold.
  hardQueries(n) {
    const random = new Random(this.seed, KINDS.queries, 1);
    const holders = new Map();
    for (let i = 0; i < Math.min(500, this.count); i++) {
      for (const word of new Set(contentWords(this.entry(i).content).map(word => word.toLowerCase()))) holders.set(word, (holders.get(word) ?? 0) + 1);
    }
    const common = [...holders].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 16).map(([word]) => word);
    const long = () => {
      let text = '';
      while (text.length < 5000) text += this.#sentence(random, random.below(this.sentences.length)) + ' ';
      return text.slice(0, 5000);
    };
    return { long: random.times(n, long), common: random.times(n, () => random.shuffled(common).slice(0, 10).join(' ')) };
  }

  // Entries that an editor changes: a word that nobody has used comes to the end. → [{row, path, title, content, file, word}]
  edits(n) {
    const random = new Random(this.seed, KINDS.edits);
    return random.times(this.count && n, () => {
      const row = random.below(this.count);
      const entry = this.entry(row);
      const word = inventedWord(random, 6) + 'q';
      const line = `\nThe ${word} was added later.\n`;
      return { row, word, path: entry.path, title: entry.title, content: entry.content + line, file: entry.file + line };
    });
  }
}
