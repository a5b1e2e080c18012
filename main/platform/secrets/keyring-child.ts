import { json } from 'node:stream/consumers';
import { Entry } from '@napi-rs/keyring';

/**
 * One call of the system's keychain in a process of its own, because the call may wait for ever (a
 * locked keychain, a D-Bus without an answer) and nothing inside a process can end it. The request
 * comes by standard input and the answer goes to standard output, as JSON: a key is never an
 * argument.
 */
interface KeychainRequest {
  readonly operation: 'get' | 'set' | 'delete';
  readonly service: string;
  readonly account: string;
  readonly value: string | null;
}

const request = (await json(process.stdin)) as KeychainRequest;
process.stdout.write(JSON.stringify(answer(request)));

function answer({ operation, service, account, value }: KeychainRequest): object {
  try {
    // Without this, a machine without Secret Service would use the kernel's keyring, which a
    // restart empties.
    const entry = new Entry(service, account, { linux: { store: 'secret-service' } });
    if (operation === 'get') return { ok: true, value: entry.getPassword() };
    if (operation === 'set') entry.setPassword(value ?? '');
    else entry.deletePassword();
    return { ok: true, value: null };
  } catch {
    return { ok: false };
  }
}
