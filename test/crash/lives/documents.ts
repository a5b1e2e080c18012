import { createHash } from 'node:crypto';
import type { Operation } from '../../../contract/form.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';

export const companies = [1, 2, 3].map((number) => ({
  taxId: companyTaxId('B', 9_800_000 + number),
  name: `Bizitza ${number} SL`,
}));

/** A document that a life may send. */
export interface LifeDocument {
  readonly name: string;
  /** Place in `companies`. */
  readonly company: number;
  readonly operation: Operation;
  /** Its records, each with a name that no other company has. */
  readonly records: readonly string[];
  readonly xml: string;
  readonly sha256: string;
}

const shapes = [
  { word: 'creation', operation: 'creation', records: 2 },
  // Has the records of the other creation, and one more.
  { word: 'larger', operation: 'creation', records: 3 },
  { word: 'modification', operation: 'modification', records: 2 },
  { word: 'cancellation', operation: 'cancellation', records: 2 },
] as const;

/** For each company two groups of records, and for each group the possible operations. */
export const documents: readonly LifeDocument[] = companies.flatMap((taxpayer, company) =>
  [0, 1].flatMap((group) =>
    shapes.map(({ word, operation, records }): LifeDocument => {
      const parts = { seed: 71, records, firstRecord: group * 10, taxpayer };
      const xml =
        operation === 'cancellation'
          ? makeDocument('240-received-cancellation', parts)
          : makeDocument('240-received', {
              ...parts,
              operation: operation === 'creation' ? 'A00' : 'M00',
            });
      return {
        name: `${company}-${group}-${word}.xml`,
        company,
        operation,
        records: Array.from({ length: records }, (_, index) => `${company}/${group * 10 + index}`),
        xml,
        sha256: createHash('sha256').update(xml).digest('hex'),
      };
    }),
  ),
);
