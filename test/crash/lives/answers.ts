import type { SendOutcome } from '../../../main/service/client-port.ts';
import type { LifeDocument } from './documents.ts';

/** The result of an attempt at the service. */
export type Answer =
  | { readonly kind: 'accepted' | 'partly' | 'rejected' }
  /** Refused for now: to be asked again after so many seconds. */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** 503, 413. */
  | { readonly kind: 'unavailable' | 'too_large' }
  /**
   * The connection broke: before anything was sent, on the way, or after the service had taken it.
   */
  | { readonly kind: 'lost_before' | 'lost_midway' | 'lost_after' };

/** Whether the ledger has taken the document of an answer, or a part of it. */
export const hasArrived = ({ kind }: Answer): boolean =>
  kind === 'accepted' || kind === 'partly' || kind === 'lost_after';

/** The number of records in the book afterwards; the others were refused. */
export function takenRecords({ kind }: Answer, { records }: LifeDocument): readonly string[] {
  if (kind === 'partly') return records.slice(0, 1);
  return hasArrived({ kind } as Answer) ? records : [];
}

/** The answer as the client would have read it. */
export function toOutcome(answer: Answer, document: LifeDocument): SendOutcome {
  switch (answer.kind) {
    case 'accepted':
      return toAnswered('correct', document, document.records.length);
    case 'partly':
      return toAnswered('partially_correct', document, 1);
    case 'rejected':
      return toAnswered('incorrect', document, 0);
    case 'busy': {
      const error = { code: 'service_rate_limited', details: { status: 429 } } as const;
      const retryAfterMs = answer.seconds * 1000;
      return { kind: 'not_delivered', error, raw: rawOf(429), retryAfterMs };
    }
    case 'too_large': {
      const error = { code: 'service_too_large', details: { status: 413 } } as const;
      return { kind: 'not_delivered', error, raw: rawOf(413), retryAfterMs: null };
    }
    case 'unavailable': {
      const error = { code: 'service_unavailable', details: { status: 503 } } as const;
      return { kind: 'unknown', error, raw: rawOf(503) };
    }
    case 'lost_before': {
      const error = { code: 'connection_refused', details: {} } as const;
      return { kind: 'not_delivered', error, raw: null, retryAfterMs: null };
    }
    default:
      return { kind: 'unknown', error: { code: 'connection_lost', details: {} }, raw: null };
  }
}

const rawOf = (status: number, body = '{}') => ({
  status,
  contentType: 'application/json',
  latencyMs: 1,
  body: new TextEncoder().encode(body),
});

function toAnswered(
  result: 'correct' | 'partially_correct' | 'incorrect',
  { xml }: LifeDocument,
  taken: number,
): SendOutcome {
  const numbers = [...xml.matchAll(/<NumFactura>([^<]+)</g)].map(([, number = '']) => number);
  const code = 'B4_2000116';
  return {
    kind: 'answered',
    result,
    identifier: null,
    registrationNumber: null,
    code: null,
    message: null,
    records: numbers.map((number, index) => ({
      key: { number },
      state: index < taken ? ('correct' as const) : ('incorrect' as const),
      code: index < taken ? null : code,
      messageEs: null,
      messageEu: null,
    })),
    absent: [],
    fields: {},
    carriesResponse: false,
    refusals: [],
    raw: rawOf(200),
  };
}
