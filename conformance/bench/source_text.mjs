// What are the generated entries made of? Sentences of the documentation and the manual pages of this machine;
// where there are none (or 'invented' is asked for), sentences of invented words under Zipf's law.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from './random.mjs';
import { FUNCTION_WORDS, inventedWord } from './words.mjs';

const DOCUMENTATION = '/usr/share/doc';
const MANUALS = '/usr/share/man';
const PROSE = /(^|\/)(README|NEWS|TODO|FAQ|[^/]+\.(txt|md|rst|[1-8]))[^/]*$/i;
const LARGEST_FILE = 4e6; // bytes, packed
const LEAST = 1e6; // characters of text below which a machine counts as having none

function filesBelow(folder, wanted) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath ?? entry.path, entry.name)).filter(name => wanted.test(name));
  } catch {
    return []; // no such folder
  }
}

const MACRO_WITH_TEXT = /^\.(?:B|I|BR|BI|IR|IB|RB|RI|SM|SB)\s+/;

// Manual pages: fonts, escapes and layout away.
function withoutRoff(text) {
  return text.split('\n').map(line => {
    if (MACRO_WITH_TEXT.test(line)) return line.replace(MACRO_WITH_TEXT, '').replaceAll('"', '');
    return line.startsWith('.') || line.startsWith("'") ? (/^\.(?:PP|P|TP|IP|SH|SS|LP|Sp|Pp)\b/.test(line) ? '' : null) : line;
  }).filter(line => line !== null).join('\n')
    .replace(/\\f(?:\(..|.)|\\s[-+]?\d|\\\*(?:\(..|.)|\\[&|^%:]|\\\((?:bu|em|en)/g, '').replace(/\\\(aq/g, "'").replace(/\\[-e ]/g, found => ({ '\\-': '-', '\\e': '\\', '\\ ': ' ' })[found]);
}

function readText(name) {
  let bytes = readFileSync(name);
  if (bytes.length > LARGEST_FILE) return '';
  if (name.endsWith('.gz')) bytes = gunzipSync(bytes);
  const text = bytes.toString('utf8');
  if (text.includes('\0') || text.includes('\ufffd')) return '';
  return name.startsWith(MANUALS) ? withoutRoff(text) : text;
}

function sentencesOf(text) {
  return text.split(/\n\s*\n/).flatMap(paragraph => paragraph.replace(/\s+/g, ' ').trim().split(/(?<=[.!?]) (?=[A-Z])/))
    .filter(sentence => sentence.length >= 30 && sentence.length <= 400 && /^[A-Z]/.test(sentence) && sentence.replace(/[^A-Za-z ]/g, '').length > 0.85 * sentence.length);
}

function machineSentences(seed, characters) {
  const names = [...filesBelow(DOCUMENTATION, PROSE), ...filesBelow(MANUALS, /\/man\/man[1-8]\/[^/]+\.gz$/)].sort();
  const sentences = [];
  const seen = new Set(); // many packages carry the same pages
  let size = 0;
  for (const name of new Random(seed, 1).shuffled(names)) {
    for (const sentence of sentencesOf(readText(name))) {
      if (seen.has(sentence)) continue;
      seen.add(sentence);
      sentences.push(sentence);
      size += sentence.length;
    }
    if (size >= characters) break;
  }
  return { sentences, size };
}

function inventedSentences(seed, characters) {
  const random = new Random(seed, 2);
  const words = [...FUNCTION_WORDS, ...random.times(60_000, () => inventedWord(random))];
  const sentences = [];
  let size = 0;
  while (size < characters) {
    const text = random.times(random.between(6, 22), () => words[random.rank(words.length)]).join(' ');
    sentences.push(text[0].toUpperCase() + text.slice(1) + '.');
    size += sentences.at(-1).length;
  }
  return { sentences, size };
}

// → {sentences, size: characters, kind}; neighbours in the list were neighbours in their text.
export function sourceText({ seed, characters, invented }) {
  const found = invented ? { size: 0 } : machineSentences(seed, characters);
  if (found.size >= Math.min(LEAST, characters)) return { ...found, kind: 'documentation and manual pages of this machine' };
  return { ...inventedSentences(seed, characters), kind: 'invented words under Zipf’s law' };
}
