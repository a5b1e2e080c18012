import type { SoftwareGarante } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';

const fields = ['taxId', 'license', 'name', 'version'] as const;

/**
 * The data that go with every submission and are not filled in yet; all of them where there are
 * none.
 */
export function emptyFields(garante: SoftwareGarante | null): readonly string[] {
  return fields.filter((field) => garante === null || garante[field].trim() === '');
}

/**
 * What a submission carries (service specification, part 1, preconditions). Throws
 * `software_garante_missing` where some of it is empty.
 */
export function requireSoftwareGarante(garante: SoftwareGarante | null): SoftwareGarante {
  const empty = emptyFields(garante);
  if (garante === null || empty.length > 0)
    throw new ZubiError('software_garante_missing', { empty: [...empty] });
  return garante;
}
