import type { IncomingMessage } from 'node:http';
import type { FaultTarget } from '../faults/fault.ts';
import { type Answer, Refusal } from './answer.ts';

/** A request for a route. The parameter is the path's decoded `{…}` part; empty without one. */
export interface RoutedRequest {
  readonly message: IncomingMessage;
  readonly parameter: string;
}

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with at most one `{parameter}` segment. */
  readonly path: string;
  /** The kind of faults that apply to its requests. */
  readonly faults?: FaultTarget;
  readonly answer: (request: RoutedRequest) => Answer | Promise<Answer>;
}

/**
 * The route of a method and a path, with its parameter. 404 when no route has the path, 405 (with
 * `Allow`) when none has the method.
 */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly parameter: string } {
  const matches = routes.flatMap((route) => {
    const parameter = matchPath(route.path, path);
    return parameter === null ? [] : [{ route, parameter }];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match !== undefined) return match;
  if (matches.length === 0) throw new Refusal(404, 'No existe esta dirección.');
  const allow = matches.map(({ route }) => route.method).join(', ');
  throw new Refusal(405, `Método no admitido. Se admite: ${allow}.`, { headers: { allow } });
}

function matchPath(pattern: string, path: string): string | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  let parameter = '';
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith('{') && value !== '') parameter = decode(value);
    else if (segment !== value) return null;
  }
  return parameter;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'La dirección no está bien codificada.');
  }
}
