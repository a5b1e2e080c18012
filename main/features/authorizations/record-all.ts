import { setImmediate } from 'node:timers/promises';
import { ZubiError } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/methods.ts';
import { toCallError } from '../../platform/call-error.ts';

type Company = ParsedInput<'authorizations.decideAll'>['companies'][number];

/** Companies recorded between two yields to other work. */
const recordedInOneGo = 10;

/**
 * Records the same step for several companies, each in its own transaction: one that cannot take it
 * stops no other. Throws only what all of them were refused for.
 */
export async function recordAll(
  companies: readonly Company[],
  recordOne: (company: Company) => Promise<void>,
): Promise<Output<'authorizations.decideAll'>> {
  const recorded: string[] = [];
  const others: Output<'authorizations.decideAll'>['others'] = [];
  for (const [index, company] of companies.entries()) {
    try {
      await recordOne(company);
      recorded.push(company.companyId);
    } catch (error) {
      if (!(error instanceof ZubiError)) throw error;
      others.push({ companyId: company.companyId, error: toCallError(error) });
    }
    if (index % recordedInOneGo === recordedInOneGo - 1) await setImmediate();
  }
  const [first] = others;
  const isOneReason = others.every(({ error }) => error.code === first?.error.code);
  if (recorded.length === 0 && first !== undefined && isOneReason)
    throw new ZubiError(first.error.code, first.error.details);
  return { recorded, others };
}
