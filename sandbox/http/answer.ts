/** A route's answer: a status, a JSON body, and headers where needed. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Sent as it is, instead of the body. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Texts by field, as in the service's error body. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * A refused request; becomes `{message, errors?}`. The texts are the service's own, in Spanish, and
 * never repeat a key.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldErrors | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    more: { errors?: FieldErrors; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.errors = more.errors ?? null;
    this.headers = more.headers ?? {};
  }
}

/** Status 422 with its faults by field. */
export function refuseFields(errors: FieldErrors): Refusal {
  return new Refusal(422, 'Los datos enviados no son válidos.', { errors });
}

/** Success: 200, the only status that the specification names. */
export function success(body: unknown): Answer {
  return { status: 200, body };
}

/** The answer of a refusal. */
export function toAnswer(refusal: Refusal): Answer {
  const body =
    refusal.errors === null
      ? { message: refusal.message }
      : { message: refusal.message, errors: refusal.errors };
  return { status: refusal.status, body, headers: refusal.headers };
}
