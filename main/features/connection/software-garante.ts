import type { SoftwareGarante } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';

const fields = ['taxId', 'license', 'name', 'version'] as const;

/** The fields of the data for every submission that are still empty; all fields without data. */
export function emptyFields(garante: SoftwareGarante | null): string[] {
  return fields.filter((field) => garante === null || garante[field].trim() === '');
}

/**
 * The data that a submission carries (service specification, part 1, preconditions). Throws
 * `software_garante_missing` when a field is empty.
 */
export function requireSoftwareGarante(garante: SoftwareGarante | null): SoftwareGarante {
  const empty = emptyFields(garante);
  if (garante === null || empty.length > 0)
    throw new ZubiError('software_garante_missing', { empty });
  return garante;
}
