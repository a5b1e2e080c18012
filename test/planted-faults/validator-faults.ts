import { fault, type PlantedFault } from './fault.ts';

/** Faults of the validator: rules, places, what is read and made. */
export const validatorFaults: readonly PlantedFault[] = [
  fault(
    'main/ledger/tax-id.ts',
    ['charAt(digits % 23)', 'charAt(digits % 22)'],
    'control letter of a person',
    'unit/ledger',
  ),
  fault(
    'main/ledger/tax-id.ts',
    [
      "if ('NPQRSW'.includes(first)) return letterFits;",
      "if ('NPQRSW'.includes(first)) return digitFits;",
    ],
    'control letter of an entity',
    'unit/ledger',
    'conformance/documents',
  ),
  fault(
    'main/ledger/sniff.ts',
    [
      'return bytes.subarray(3).every((byte) => byte <= 0x20);',
      'return bytes.every((byte) => byte <= 0x1f);',
    ],
    'a blank file',
    'unit/ledger',
    'integration/ledger',
  ),
  fault(
    'main/ledger/encoding.ts',
    ["meant === 'UTF-16' && encoding.startsWith('UTF-16')", 'false'],
    'UTF-16 by its mark',
    'unit/ledger',
    'integration/ledger',
  ),
  fault(
    'main/ledger/intake.ts',
    ['if (bytes.length > maxFileBytes)', 'if (bytes.length > maxFileBytes * 2)'],
    'cap of size',
    'integration/ledger',
    'unit/ledger',
  ),
  fault(
    'main/ledger/intake.ts',
    ["if (before.isDirectory()) return refused('file_is_folder', 'binary');", ''],
    'a folder as a file',
    'integration/ledger',
  ),
  fault(
    'main/ledger/issue-list.ts',
    ['if (faults.length <= maxListedIssues) return faults;', 'return faults;'],
    'at most 1,000 faults',
    'unit/ledger',
  ),
  fault(
    'main/ledger/places.ts',
    ['if (((bytes[at] ?? 0) & 0xc0) !== 0x80) column += 1;', 'column += 1;'],
    'columns count characters',
    'unit/ledger/places',
    'unit/ledger/places-everywhere',
  ),
  fault(
    'main/ledger/header.ts',
    ['if (found === null || found === expected) return [];', 'return [];'],
    'header against form',
    'unit/ledger/header-layer',
  ),
  fault(
    'main/ledger/pair-records.ts',
    [".replace(/^\\+?0*(?=\\d)/, '')", ''],
    'leading zeros of a line',
    'unit/ledger',
    'unit/submissions',
  ),
  fault(
    'main/ledger/rules/arithmetic.ts',
    [
      'Math.abs(quota * 10_000 - base * rate) > toleranceCents',
      'Math.abs(quota * 10_000 - base * rate) >= toleranceCents',
    ],
    'tolerance of a quota',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/dates.ts',
    ['issued.day <= report.today', 'issued.day < report.today'],
    'an invoice of today',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/totals.ts',
    [
      'sum < total.cents - tolerances.totalExcess',
      'sum < total.cents - tolerances.totalExcess * 9',
    ],
    'sum below the total',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/values.ts',
    ['decimals > 2) return null', 'decimals > 3) return null'],
    'three decimals',
    'unit/ledger',
  ),
  fault(
    'main/ledger/rules/late-received.ts',
    ['yearOf(received.day) > fiscalYear', 'yearOf(received.day) >= fiscalYear'],
    'received in a later year',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/surcharge.ts',
    ['if (pairs.includes(surchargeRate.hundredths)) return;', 'return;'],
    'pairs of rate and surcharge',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/income-tax.ts',
    [
      'const isGiven = (text: Text | null) => text !== null && !text.isBlank;',
      'const isGiven = (text: Text | null) => text !== null;',
    ],
    'blank reference of an asset',
    'unit/ledger/rules',
  ),
  fault(
    'main/ledger/rules/identities.ts',
    ['return earlier ?? null;', 'return null;'],
    'the same invoice twice',
    'unit/ledger',
  ),
  fault(
    'main/ledger/extract/cancellation.ts',
    [
      '.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom))',
      '.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))',
    ],
    'newest form of a cancellation',
    'unit/ledger/extract',
    'unit/schemas',
  ),
  fault(
    'main/ledger/extract/cut.ts',
    ['if (!wanted.has(index + 1)) changes', 'if (!wanted.has(index)) changes'],
    'records that are kept',
    'unit/ledger/extract',
  ),
  fault(
    'main/ledger/extract/xml-text.ts',
    ['code === 0x0d ||', 'code === 0x0c ||'],
    'characters of XML',
    'unit/ledger/extract',
  ),
  fault(
    'main/ledger/extract/read-response.ts',
    ["if (!name.endsWith('Respuesta')) continue;", ''],
    'the response among other elements',
    'unit/ledger/extract',
    'unit/service',
    'integration/outcomes',
  ),
];
