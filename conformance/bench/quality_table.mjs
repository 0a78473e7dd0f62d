// The table of the retrieval design: a row takes figures of one or several data sets, beside their targets (percent).
import { table } from './report.mjs';

// [row, [data set, figure, target] ...]
const ROWS = [
  ['LoCoMo recall@1 / @5 / @10', ['locomo', 'recall@1', '≥ 72'], ['locomo', 'recall@5', '≥ 90'], ['locomo', 'recall@10', '≥ 95']],
  ['LoCoMo evidence turns inside 500 / 1,000 / 2,000 tokens', ['locomo', 'cov@500', '≥ 80'], ['locomo', 'cov@1000', '≥ 86'], ['locomo', 'cov@2000', '≥ 90']],
  ['LoCoMo multi-hop recall@5', ['locomo', 'recall@5 multi-hop', '≥ 70']],
  ['BEAM 100K recall@1 / @5', ['beam100k', 'recall@1', '≥ 25'], ['beam100k', 'recall@5', '≥ 56']],
  ['XQuAD recall@1 en / zh / de / ru', ['xquad-en', 'recall@1', '≥ 94'], ['xquad-zh', 'recall@1', '≥ 92'], ['xquad-de', 'recall@1', '≥ 90'], ['xquad-ru', 'recall@1', '≥ 90']],
  ['LoCoMo out of domain found, verbatim / renamed', ['locomo', 'out of domain found, verbatim', '≥ 92'], ['locomo', 'out of domain found, renamed', '≥ 70']],
  ['LoCoMo false alarms', ['locomo', 'false alarms', '≤ 5']],
  ['LoCoMo direct answers: fired / right', ['locomo', 'direct answers fired', '≥ 45'], ['locomo', 'direct answers right', '≥ 95']],
];

// figures: data set → a column a profile: figure → [as is, without the questions answered none]
export function designTable(figures, profiles) {
  const cell = (parts, profile, way) => parts.map(([dataSet, name]) => figures.get(dataSet)?.[profile].get(name)?.[way] ?? '–').join(' / ');
  const rows = ROWS.filter(([, ...parts]) => parts.some(([dataSet]) => figures.has(dataSet)))
    .map(([name, ...parts]) => [name, ...profiles.flatMap((_, i) => [cell(parts, i, 0), cell(parts, i, 1)]), parts.map(([, , target]) => target).join(' / ')]);
  return rows.length ? table(['percent', ...profiles.flatMap(headOf), 'target'], rows) : '';
}

// Everything that was measured on one data set.
export function detailTable(columns, profiles) {
  const rows = [...columns[0].keys()].filter(name => columns.some(column => (column.get(name) ?? ['–'])[0] !== '–'))
    .map(name => [name, ...columns.flatMap(column => column.get(name) ?? ['–', '–'])]);
  return table(['percent', ...profiles.flatMap(headOf)], rows);
}

const headOf = profile => [profile, `${profile}, none ignored`];
