// Words without subject, left out of sampled queries; and words that nobody has written before.
export const FUNCTION_WORDS = ('the of and to a in is it that for on with as be by this are or from at an not if you can will which when has have was but may all any no ' +
  'its one other than then these there they so such do does been more only also into out up use used using each must should would could were what how why who where your we our ' +
  'their his her he she them i me my about after before between over under same both some most very just because while until own did had being here per via').split(' ');

const isFunctionWord = new Set(FUNCTION_WORDS);
export const contentWords = text => (text.match(/\b[A-Za-z][a-z]{2,}\b/g) ?? []).filter(word => !isFunctionWord.has(word.toLowerCase()));

const ONSETS = ['b', 'br', 'c', 'ch', 'd', 'dr', 'f', 'g', 'gr', 'h', 'k', 'kl', 'l', 'm', 'n', 'p', 'pr', 'qu', 'r', 's', 'sh', 'st', 't', 'tr', 'v', 'w', 'z', ''];
const CORES = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'io', 'ou', 'y'];
const ENDS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'x', 'ck'];

export function inventedWord(random, syllables = random.between(1, 4)) {
  return random.times(syllables, () => random.pick(ONSETS) + random.pick(CORES) + random.pick(ENDS)).join('');
}

const capital = word => word[0].toUpperCase() + word.slice(1);

// What makes the tail of a real vocabulary long: names, identifiers, tickets, versions, hashes, dates.
export function rareTerm(random, word) {
  switch (random.below(7)) {
    case 0: return capital(inventedWord(random, 2)) + inventedWord(random, 1);
    case 1: return word().toLowerCase() + capital(word().toLowerCase()) + random.pick(['', 'Id', 'Handler', 'Config']);
    case 2: return [word(), word(), word()].join('_').toLowerCase();
    case 3: return `${word().slice(0, 4).toUpperCase()}-${random.between(1, 9999)}`;
    case 4: return `v${random.below(12)}.${random.below(30)}.${random.below(20)}`;
    case 5: return random.below(2 ** 28).toString(16).padStart(7, '0');
    default: return `${random.between(2019, 2026)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;
  }
}
