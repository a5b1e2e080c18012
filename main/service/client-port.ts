import type { Territory } from '../../contract/company.ts';
import type { CompanyTexts, OfficeText } from '../../contract/company-texts.ts';
import type { License, SoftwareGarante } from '../../contract/connection.ts';
import type { DocumentFormat } from '../../contract/document-format.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Form, Taxpayer } from '../../contract/form.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import type { AnsweredRecord } from '../validator/validator-port.ts';
import type { ServiceProfile } from './profile.ts';

/** An answer of the service, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  readonly latencyMs: number;
}

/** An answer to a call that is no submission. */
export interface CallAnswer {
  readonly call: 'territories' | 'license' | 'createCompany' | 'updateCompany' | 'authorization';
  /** The company of the call; '' when there is none. */
  readonly taxId: string;
  /** Without the request's keys, and without the company's key where it was found. */
  readonly raw: RawAnswer;
}

/** The outcome of sending, by what is known of the delivery. */
export type SendOutcome =
  | AnsweredOutcome
  /**
   * Surely not delivered: it never left, or the service refused before processing. `retryAfterMs`
   * when the service named a wait.
   */
  | {
      readonly kind: 'not_delivered';
      readonly error: CallError;
      readonly raw: RawAnswer | null;
      readonly retryAfterMs: number | null;
    }
  /** May have been delivered. */
  | {
      readonly kind: 'unknown';
      readonly error: CallError;
      readonly raw: RawAnswer | null;
      /** When the service may be asked, if it has queued the file. */
      readonly retryAfterMs?: number | null;
    };

/** The result of asking for the outcome of a queued submission. */
export type AskOutcome =
  | SendOutcome
  | {
      readonly kind: 'not_told';
      readonly error: CallError;
      readonly retryAfterMs?: number | null;
      readonly raw?: RawAnswer;
      /** Without an answer of the service. */
      readonly isUnanswered?: true;
    };

export interface AskRequest {
  /** The identifier that the service gave when it queued the file. */
  readonly identifier: string;
  readonly clientKey: Secret;
  readonly userKey?: Secret | null;
  /** Not sent: an answer that shows the request again has it, and it must not be kept. */
  readonly certificateKey?: Secret | null;
}

/**
 * A part of an answer that decides the outcome. A profile with a place for it names it; `null` says
 * that the service does not give it. `every_record`: the list lacks some record of the file.
 */
export type AnswerPart = 'result' | 'records' | 'every_record' | 'state' | 'ledger_response';

/** The answer's texts, by the field of the request they concern. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** The service answered and its envelope was understood; nothing is weighed yet. */
export interface AnsweredOutcome {
  readonly kind: 'answered';
  /** Null when the answer has none. */
  readonly result: 'correct' | 'partially_correct' | 'incorrect' | null;
  /** Parts that the profile names and the answer lacks. */
  readonly absent: readonly AnswerPart[];
  /** Error texts by field. */
  readonly fields: FieldTexts;
  readonly identifier: string | null;
  readonly registrationNumber: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly records: readonly AnsweredRecord[];
  /** Whether the records' numbers may count from 0 as well as from 1. */
  readonly areRowsOpen?: boolean;
  /** The state of a record that an accepting answer does not name. */
  readonly unlisted?: 'not_told' | 'correct';
  /** Parts that may be absent when the answer names every record. */
  readonly absentUnlessTold?: readonly AnswerPart[];
  /** The names by which the answer denies an acceptance, whatever else it says. */
  readonly denials?: readonly string[];
  /** The profile's place of a refusal, where the answer also gives a result. */
  readonly refusedBy?: string;
  /** Whether the profile's place of the ledger's response has content. */
  readonly carriesResponse: boolean;
  /** The profile's words of refusal, to search the body for. */
  readonly refusals: readonly string[];
  readonly raw: RawAnswer;
}

/** The parts of a person's name. */
export type PersonName = Pick<CompanyTexts, 'firstName' | 'lastName1' | 'lastName2'>;

export interface SendRequest {
  readonly xml: Uint8Array;
  readonly form: Form;
  readonly fiscalYear: number;
  readonly taxpayer: Taxpayer;
  /** The parts of the taxpayer's name, for a person. */
  readonly person?: PersonName | null;
  readonly softwareGarante: SoftwareGarante;
  readonly certificateKey: Secret;
  readonly clientKey: Secret;
  /** Null when the profile uses the company's key alone for the call. */
  readonly userKey?: Secret | null;
  /** Receives the sent share of the body, from 0 to 1, from time to time. */
  readonly onSent?: (share: number) => void;
}

/** A document for the service, with its company's key. */
export interface AuthorizationUpload {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly clientKey: Secret;
  /** As in a submission. */
  readonly userKey?: Secret | null;
}

/** The outcome of an upload, by what is known of the delivery. */
export type UploadOutcome =
  /** The service has received it and will review it; nothing more. */
  | { readonly kind: 'received'; readonly raw: RawAnswer }
  /** The service refused before it kept anything. */
  | { readonly kind: 'refused'; readonly error: CallError; readonly raw: RawAnswer }
  /** Surely never left. */
  | { readonly kind: 'not_delivered'; readonly error: CallError }
  /** May have arrived. */
  | { readonly kind: 'unknown'; readonly error: CallError; readonly raw: RawAnswer | null };

/** Fields of a company as the service takes them (specification 2.1), in our names. */
export interface ServiceCompanyFields
  extends Omit<CompanyTexts, OfficeText>,
    Partial<Pick<CompanyTexts, OfficeText>> {
  readonly isIndividual: boolean;
  readonly fullName: string;
  readonly taxId: string;
  readonly territoryId: string;
}

export interface ServiceCompany {
  readonly serviceId: string;
  readonly apiKey: Secret;
  readonly territoryName: string | null;
  /** The tax ID that the service says it saved. */
  readonly taxId: string | null;
}

/**
 * The intermediary service. Failures are `ZubiError`s with the contract's codes; `send` and
 * `uploadAuthorization` never throw for an outcome.
 */
export interface ServiceClient {
  territories(userKey: Secret): Promise<readonly Territory[]>;
  license(userKey: Secret): Promise<License>;
  createCompany(userKey: Secret, fields: ServiceCompanyFields): Promise<ServiceCompany>;
  updateCompany(
    userKey: Secret,
    serviceId: string,
    fields: ServiceCompanyFields,
  ): Promise<ServiceCompany>;
  send(request: SendRequest): Promise<SendOutcome>;
  ask(request: AskRequest): Promise<AskOutcome>;
  uploadAuthorization(upload: AuthorizationUpload): Promise<UploadOutcome>;
  close(): Promise<void>;
}

/**
 * Makes a client for an address and a profile document; called again when the connection changes.
 * `keep` receives each answer to a call that is no submission.
 */
export type ServiceClientFactory = (
  baseUrl: string,
  profile: ServiceProfile,
  keep: (answer: CallAnswer) => Promise<void>,
) => ServiceClient;
