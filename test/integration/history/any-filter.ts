import type { SubmissionFilter } from '../../../contract/submission.ts';
import { causes, pick, states } from './random-life.ts';

const words = [
  ...[
    'facturas',
    'fact',
    'gastos',
    'g',
    'bizkaia',
    'asesoria',
    'ASESORÍA',
    'talleres',
    'telecomunicaciones',
  ],
  ...[
    'telecomunicacion',
    'telecomunicacionesymas',
    'proveedora',
    'serie',
    '2026',
    '7',
    'B9500',
    'lroe',
    '12',
    '12x1',
    '2026_T1',
    'recibidas-2026',
    '2026/12',
    'LROE-20267',
    'zzyzx',
    'bb',
  ],
];

/** One of all possible filters. */
export function makeFilter(roll: (sides: number) => number): SubmissionFilter {
  const one = (odds: number, filter: () => SubmissionFilter) => (roll(odds) === 0 ? filter() : {});
  const day = () =>
    `2026-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}T00:00:00.000Z`;
  const chosen = () => Array.from({ length: 1 + roll(3) }, () => pick(roll, states));
  const said = () =>
    Array.from({ length: 1 + roll(2) }, () => words[roll(words.length)] ?? '').join(' ');
  return {
    ...one(2, () => ({ text: said() })),
    ...one(3, () => ({ companyId: `company-${roll(5)}` })),
    ...one(3, () => ({ states: chosen() })),
    ...one(4, () => ({ model: pick(roll, ['140', '240']) })),
    ...one(4, () => ({ operation: pick(roll, ['creation', 'modification', 'cancellation']) })),
    ...one(6, () => ({ expenseType: pick(roll, ['with_invoice', 'without_invoice']) })),
    ...one(4, () => ({ from: day() })),
    ...one(4, () => ({ to: day() })),
    ...one(5, () => ({ waiting: true })),
    ...one(6, () => ({ dismissed: true })),
    ...one(7, () => ({ batchId: `batch-${roll(4)}` })),
    ...one(8, () => ({ cause: pick(roll, causes) })),
    ...one(6, () => ({ connection: pick(roll, ['sandbox', 'production']) })),
  };
}
