import { fault, type PlantedFault } from './fault.ts';

/** Faults of the hosts, the log and the reports. */
export const hostsFaults: readonly PlantedFault[] = [
  fault(
    'main/hosts/browser/gate.ts',
    ['hosts.length === 1 && ours', 'ours'],
    'two Host headers',
    'unit/browser',
  ),
  fault(
    'main/hosts/browser/gate.ts',
    ["return site === undefined || site === 'same-origin' ? null", 'return true ? null'],
    'a foreign site',
    'unit/browser',
  ),
  fault(
    'main/hosts/browser/gate.ts',
    ["request.url?.startsWith('/')", 'true'],
    'absolute target',
    'unit/browser',
  ),
  fault(
    'main/hosts/browser/bodies.ts',
    ["bytes.length > limitBytes ? { kind: 'too_large' } : ", ''],
    'cap of a body',
    'unit/browser',
  ),
  fault(
    'main/hosts/browser/sessions.ts',
    ['codes = codes.filter((other) => other !== held);', ''],
    'a launch code twice',
    'unit/browser',
  ),
  fault(
    'main/hosts/browser/repeated-requests.ts',
    ['if (before.fingerprint === fingerprint) return before.result;', ''],
    'a request twice',
    'unit/browser',
  ),
  fault(
    'main/hosts/desktop/permissions.ts',
    [
      'guarded.setDevicePermissionHandler(() => false);',
      'guarded.setDevicePermissionHandler(() => true);',
    ],
    'devices',
    'unit/desktop',
  ),
  fault(
    'main/hosts/desktop/permissions.ts',
    ['if (!isOwnDownload(item.getURL())) event.preventDefault();', ''],
    'downloads',
    'unit/desktop',
  ),
  fault(
    'main/hosts/desktop/ipc.ts',
    ["if (size > channel.maxSize) return refused('too_large');", ''],
    'size of a call',
    'unit/desktop',
  ),
  fault(
    'main/hosts/desktop/ipc.ts',
    [
      'if (frame === null || frame.detached || frame.parent !== null) return false;',
      'if (frame === null) return false;',
    ],
    'calls of a frame',
    'unit/desktop',
  ),
  fault(
    'main/hosts/desktop/navigation.ts',
    [
      'const deny = (event: Event): void => event.preventDefault();',
      'const deny = (_: Event): void => undefined;',
    ],
    'navigation',
    'unit/desktop',
  ),
  fault(
    'main/platform/log/harden-process.ts',
    ['const ownUmask = 0o077;', 'const ownUmask = 0o022;'],
    'modes of new files',
    'unit/log',
    'integration/secrets',
    'integration/core',
  ),
  fault(
    'main/platform/log/log-fields.ts',
    ["(value === '' || pattern.test(value)) ? value", 'true ? value'],
    'texts in the log',
    'unit/log',
  ),
  fault(
    'main/platform/log/personal-data.ts',
    ['masked.replace(pattern, mask)', 'masked'],
    'persons in the log',
    'unit/log',
  ),
  fault(
    'main/features/reports/sarif.ts',
    ['if (isAbsolute(file)) return pathToFileURL(file).href;', ''],
    'paths in SARIF',
    'unit/reports',
  ),
  fault(
    'main/features/reports/receipt-sums.ts',
    ['amounts.length > 0 && amounts.length < files.length', 'false'],
    'a partial sum says so',
    'unit/reports',
    'integration/batches',
  ),
  fault(
    'main/features/reports/csv.ts',
    ['if (told.length > 0 && left <= 0)', 'if (left <= 0)'],
    'a clean file in the CSV',
    'unit/reports',
  ),
];
