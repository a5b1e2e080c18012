/**
 * What a route answers: a status, a body that is sent as JSON, and headers where one is called for.
 */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Sent as it is, instead of the body. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Texts by field, as the service's error body carries them. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * A request that is refused; becomes `{message, errors?}`. The texts are the service's own, in
 * Spanish, and never repeat a key.
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

/** A successful answer: 200, the one status that the specification names. */
export function success(body: unknown): Answer {
  return { status: 200, body };
}

/** The answer that a refusal becomes. */
export function toAnswer(refusal: Refusal): Answer {
  const body =
    refusal.errors === null
      ? { message: refusal.message }
      : { message: refusal.message, errors: refusal.errors };
  return { status: refusal.status, body, headers: refusal.headers };
}
