import type { Territory } from '../../contract/company.ts';
import type { CompanyTexts, OfficeText } from '../../contract/company-texts.ts';
import type { License, SoftwareGarante } from '../../contract/connection.ts';
import type { DocumentFormat } from '../../contract/document-format.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Form, Taxpayer } from '../../contract/form.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import type { AnsweredRecord } from '../validator/validator-port.ts';

/** What an answer of the service was, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  readonly latencyMs: number;
}

/** An answer to a call that is no submission. */
export interface CallAnswer {
  readonly call: 'territories' | 'license' | 'createCompany' | 'updateCompany' | 'authorization';
  /** Of the company that the call is about; '' where there is none. */
  readonly taxId: string;
  /** Without the keys of the request, and without the company's key where that was found in it. */
  readonly raw: RawAnswer;
}

/** How a send ended, told apart by what is known of its delivery. */
export type SendOutcome =
  | AnsweredOutcome
  /**
   * Surely not delivered: it never left, or the service said no before processing it.
   * `retryAfterMs` when the service named a wait.
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
      /** When the service may be asked, where it has queued the file and says so. */
      readonly retryAfterMs?: number | null;
    };

/** What came of asking for the end of a submission that the service has queued. */
export type AskOutcome =
  | SendOutcome
  | {
      readonly kind: 'not_told';
      readonly error: CallError;
      readonly retryAfterMs?: number | null;
    };

export interface AskRequest {
  /** As the service named it when it queued the file. */
  readonly identifier: string;
  readonly clientKey: Secret;
  readonly userKey?: Secret | null;
}

/**
 * A part of an answer on which its outcome rests. A profile that has a place for it names it, and
 * one that has `null` there says that the service does not give it.
 */
export type AnswerPart = 'result' | 'records' | 'state' | 'ledger_response';

/** Texts of an answer for each field of the request that they are about. */
export type FieldTexts = Readonly<Record<string, readonly string[]>>;

/** The service answered, and what its envelope says was understood; nothing is weighed yet. */
export interface AnsweredOutcome {
  readonly kind: 'answered';
  /** Null where the answer has none. */
  readonly result: 'correct' | 'partially_correct' | 'incorrect' | null;
  /** Parts that the profile names and the answer has not. */
  readonly absent: readonly AnswerPart[];
  /** Error texts by field. */
  readonly fields: FieldTexts;
  readonly identifier: string | null;
  readonly registrationNumber: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly records: readonly AnsweredRecord[];
  /** What a record is that the answer does not name, where it says that the file was taken. */
  readonly unlisted?: 'not_told' | 'correct';
  /** Parts that may be absent where the answer tells of every record. */
  readonly absentUnlessTold?: readonly AnswerPart[];
  /** Whether there is something where the profile has the ledger's response. */
  readonly carriesResponse: boolean;
  /** The profile's words of refusal, to be looked for in the body. */
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
  /** The parts of the taxpayer's name, where it is a person. */
  readonly person?: PersonName | null;
  readonly softwareGarante: SoftwareGarante;
  readonly certificateKey: Secret;
  readonly clientKey: Secret;
  /** Null where the profile's credential for the call is the company's key alone. */
  readonly userKey?: Secret | null;
  /** Told which part of it has been handed to the network, from 0 to 1, now and then. */
  readonly onSent?: (share: number) => void;
}

/** A document for the service, with the key of the company that it speaks of. */
export interface AuthorizationUpload {
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly clientKey: Secret;
  /** As in a submission. */
  readonly userKey?: Secret | null;
}

/** How an upload ended, told apart by what is known of it. */
export type UploadOutcome =
  /** The service has it and will review it; nothing more. */
  | { readonly kind: 'received'; readonly raw: RawAnswer }
  /** The service said no before it kept anything. */
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
  /** The tax id that the service says it has saved. */
  readonly taxId: string | null;
}

/**
 * The intermediary service. Failures are `ZubiError`s with the codes of the contract; `send` and
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
 * Makes a client for an address and a profile document (null: the default one); called again when
 * the connection changes. `keep` is told each answer to a call that is no submission.
 */
export type ServiceClientFactory = (
  baseUrl: string,
  profile: unknown,
  keep: (answer: CallAnswer) => Promise<void>,
) => ServiceClient;
