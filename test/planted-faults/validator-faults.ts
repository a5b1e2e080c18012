import { fault, type PlantedFault } from './fault.ts';

/** Faults of the validator: rules, places, what is read and made. */
export const validatorFaults: readonly PlantedFault[] = [
  fault(
    'main/validator/tax-id.ts',
    ['charAt(digits % 23)', 'charAt(digits % 22)'],
    'control letter of a person',
    'unit/validator',
  ),
  fault(
    'main/validator/tax-id.ts',
    [
      "if ('NPQRSW'.includes(first)) return letterFits;",
      "if ('NPQRSW'.includes(first)) return digitFits;",
    ],
    'control letter of an entity',
    'unit/validator',
    'conformance/documents',
  ),
  fault(
    'main/validator/xml/sniff.ts',
    [
      'return bytes.subarray(3).every((byte) => byte <= 0x20);',
      'return bytes.every((byte) => byte <= 0x1f);',
    ],
    'a blank file',
    'unit/validator',
    'integration/validator',
  ),
  fault(
    'main/validator/xml/encoding.ts',
    ["meant === 'UTF-16' && encoding.startsWith('UTF-16')", 'false'],
    'UTF-16 by its mark',
    'unit/validator',
    'integration/validator',
  ),
  fault(
    'main/validator/intake.ts',
    ['if (bytes.length > maxFileBytes)', 'if (bytes.length > maxFileBytes * 2)'],
    'cap of size',
    'integration/validator',
    'unit/validator',
  ),
  fault(
    'main/validator/intake.ts',
    ["if (before.isDirectory()) return refused('file_is_folder', 'binary');", ''],
    'a folder as a file',
    'integration/validator',
  ),
  fault(
    'main/validator/issue-list.ts',
    ['if (faults.length <= maxListedIssues) return faults;', 'return faults;'],
    'at most 1,000 faults',
    'unit/validator',
  ),
  fault(
    'main/validator/xml/places.ts',
    ['if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;', 'column += 1;'],
    'columns count characters',
    'unit/validator/places',
    'unit/validator/places-everywhere',
  ),
  fault(
    'main/validator/header.ts',
    ['if (found === null || found === expected) return null;', 'return null;'],
    'header against form',
    'unit/validator/header-layer',
  ),
  fault(
    'main/validator/pair-records.ts',
    [".replace(/^\\+?0*(?=\\d)/, '')", ''],
    'leading zeros of a line',
    'unit/validator',
    'unit/submissions',
  ),
  fault(
    'main/validator/rules/arithmetic.ts',
    [
      'Math.abs(quota * 10_000 - base * rate) > toleranceCents',
      'Math.abs(quota * 10_000 - base * rate) >= toleranceCents',
    ],
    'tolerance of a quota',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/rules/dates.ts',
    ['date.day <= report.today', 'date.day < report.today'],
    'an invoice of today',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/rules/totals.ts',
    [
      'sum < total.cents - tolerances.totalExcess',
      'sum < total.cents - tolerances.totalExcess * 9',
    ],
    'sum below the total',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/xml/values.ts',
    ['decimals > 2) return null', 'decimals > 3) return null'],
    'three decimals',
    'unit/validator',
  ),
  fault(
    'main/validator/rules/late-received.ts',
    ['yearOf(received.day) > fiscalYear', 'yearOf(received.day) >= fiscalYear'],
    'received in a later year',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/rules/surcharge.ts',
    ['if (pairs.includes(surchargeRate.hundredths)) return;', 'return;'],
    'pairs of rate and surcharge',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/rules/income-tax.ts',
    [
      'const isGiven = (text: Text | null) => text !== null && !text.isBlank;',
      'const isGiven = (text: Text | null) => text !== null;',
    ],
    'blank reference of an asset',
    'unit/validator/rules',
  ),
  fault(
    'main/validator/rules/identities.ts',
    ['return first ?? null;', 'return null;'],
    'the same invoice twice',
    'unit/validator',
  ),
  fault(
    'main/validator/extract/cancellation.ts',
    [' && isInScope(each, time)', ''],
    'form of a cancellation for its year',
    'unit/validator/extract',
    'unit/schemas',
  ),
  fault(
    'main/validator/extract/cut.ts',
    ['if (!wanted.has(index + 1)) changes', 'if (!wanted.has(index)) changes'],
    'records that are kept',
    'unit/validator/extract',
  ),
  fault(
    'main/platform/markup.ts',
    ['notXml = /[^\\t\\n\\r', 'notXml = /[^\\t\\n\\f'],
    'characters of XML',
    'unit/validator/extract',
  ),
  fault(
    'main/validator/extract/read-response.ts',
    ["if (!name.endsWith('Respuesta')) continue;", ''],
    'the response among other elements',
    'unit/validator/extract',
    'unit/service',
    'integration/outcomes',
  ),
];
