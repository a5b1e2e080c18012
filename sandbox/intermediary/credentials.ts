import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../http/answer.ts';
import type { State } from '../state/database.ts';

/**
 * The keys of this sandbox (specification, part 5). They derive from one secret of the data folder:
 * a key lasts as long as the folder, an update returns it again, and no file contains it.
 */
export interface Credentials {
  readonly userKey: string;
  clientKey(companyId: string): string;
  /** Refuses a request without the intermediary's key in `X-Service-UserApiKey`. */
  requireUser(headers: IncomingHttpHeaders): void;
  /** Whether a request has no key at all, not even a wrong one. */
  isAnonymous(headers: IncomingHttpHeaders): boolean;
  /**
   * Refuses a request without the intermediary's key: in `X-Service-UserApiKey`, or as the password
   * that a browser asks for (Basic, any name).
   */
  requireOffice(headers: IncomingHttpHeaders): void;
  /** The company of the key in `X-Service-ClientApiKey`; refuses a request without one. */
  requireClient(headers: IncomingHttpHeaders): string;
}

const userPrefix = 'zubi-sandbox-user.';
const clientPrefix = 'zubi-sandbox-client.';

const userHeader = 'x-service-userapikey';
const clientHeader = 'x-service-clientapikey';

/**
 * Reads the folder's secret, making it the first time. Only the secret makes keys, so a key that
 * verifies is one that was given.
 */
export function createCredentials(state: State): Credentials {
  const secret = rootSecret(state);
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const userKey = userPrefix + sign('user');
  const clientKey = (companyId: string) =>
    `${clientPrefix}${companyId}.${sign(`client:${companyId}`)}`;

  const isUserKey = (key: string) => isSame(key, userKey);
  const companyOf = (key: string) => {
    const id = key.startsWith(clientPrefix)
      ? key.slice(clientPrefix.length).split('.')[0]
      : undefined;
    return id !== undefined && isSame(key, clientKey(id)) ? id : null;
  };
  return {
    userKey,
    clientKey,
    requireUser: (headers) => {
      const given = keysOf(headers);
      if (given.user !== null && isUserKey(given.user)) return;
      const isClient = [given.user, given.client].some(
        (key) => key !== null && companyOf(key) !== null,
      );
      throw refuse(given.user, isClient, 'X-Service-UserApiKey');
    },
    isAnonymous: (headers) => {
      const { user, client } = keysOf(headers);
      return user === null && client === null && headers.authorization === undefined;
    },
    requireOffice: (headers) => {
      const given = keysOf(headers).user ?? passwordOf(headers);
      if (given !== null && isUserKey(given)) return;
      throw new Refusal(401, 'Falta la clave de este entorno, o no es válida.', {
        headers: { 'www-authenticate': 'Basic realm="Zubi sandbox", charset="UTF-8"' },
      });
    },
    requireClient: (headers) => {
      const given = keysOf(headers);
      const companyId = given.client === null ? null : companyOf(given.client);
      if (companyId !== null) return companyId;
      const isUser = [given.user, given.client].some((key) => key !== null && isUserKey(key));
      throw refuse(given.client, isUser, 'X-Service-ClientApiKey');
    },
  };
}

/** 403 when the caller is known but may not do this; 401 when the caller is unknown. */
function refuse(given: string | null, isOtherScope: boolean, header: string): Refusal {
  if (isOtherScope)
    return new Refusal(
      403,
      `Esta operación exige la clave de ${header}; la otra clave no la sustituye.`,
    );
  if (given === null) return new Refusal(401, `Falta la cabecera ${header}.`);
  return new Refusal(401, `La clave de ${header} no es válida.`);
}

function keysOf(headers: IncomingHttpHeaders): { user: string | null; client: string | null } {
  const read = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  return { user: read(userHeader), client: read(clientHeader) };
}

function passwordOf({ authorization = '' }: IncomingHttpHeaders): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function rootSecret(state: State): Buffer {
  state
    .prepare('INSERT OR IGNORE INTO intermediary (only, root_secret) VALUES (1, ?)')
    .run(randomBytes(32));
  const row = state
    .prepare<[], { root_secret: Buffer }>('SELECT root_secret FROM intermediary')
    .get();
  if (row === undefined) throw new Error('The sandbox has no secret.');
  return row.root_secret;
}
