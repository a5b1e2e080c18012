import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pair {
  readonly key: string;
  readonly cert: string;
}

/**
 * An authority that exists for one test run, with its certificates. Made with `openssl`, which the
 * machine must have.
 */
export interface Authority extends Disposable {
  readonly pem: string;
  readonly file: string;
  issue(names: string, validity?: { readonly from: string; readonly until: string }): Pair;
}

export const hasOpenssl = canRun();

function canRun(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.log('openssl is not on this machine: the TLS tests are skipped');
    return false;
  }
}

const openssl = (folder: string, ...args: readonly string[]): void => {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
};
const ellipticKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

const config = [
  '[ca]\ndefault_ca=one\n[one]\ndatabase=index\nserial=number\nnew_certs_dir=.\ndefault_md=sha256\npolicy=any',
  'rand_serial=yes\n[any]\ncommonName=supplied\n',
].join('\n');

export function createAuthority(subject: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-certificates-'));
  const file = join(folder, 'ca.pem');
  const made = ['-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', subject];
  openssl(folder, 'req', '-x509', ...ellipticKey, ...made);
  return {
    file,
    pem: readFileSync(file, 'utf8'),
    issue: (names, validity) => issue(folder, names, validity),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function issue(folder: string, names: string, validity?: { from: string; until: string }): Pair {
  writeFileSync(join(folder, 'names'), `subjectAltName=${names}\n`);
  openssl(
    folder,
    'req',
    ...ellipticKey,
    '-keyout',
    'leaf.key',
    '-out',
    'leaf.csr',
    '-subj',
    '/CN=leaf',
  );
  // `openssl ca` is the only command that takes both dates in every version 3.
  writeFileSync(join(folder, 'config'), config);
  writeFileSync(join(folder, 'index'), '');
  const by = ['-config', 'config', '-cert', 'ca.pem', '-keyfile', 'ca.key', '-extfile', 'names'];
  const when = validity
    ? ['-startdate', validity.from, '-enddate', validity.until]
    : ['-days', '1'];
  openssl(folder, 'ca', '-batch', '-notext', ...by, ...when, '-in', 'leaf.csr', '-out', 'leaf.pem');
  const cert =
    readFileSync(join(folder, 'leaf.pem'), 'utf8') + readFileSync(join(folder, 'ca.pem'), 'utf8');
  return { key: readFileSync(join(folder, 'leaf.key'), 'utf8'), cert };
}
