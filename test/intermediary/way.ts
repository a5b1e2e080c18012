import type { Presentation } from './ledger.ts';

/** An answer to a request, as it goes onto the wire. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer | string;
  readonly retryAfter?: string;
  /** The content encoding that it names. */
  readonly encoding?: string;
}

/** A territory as the service keeps it. */
export interface Territory {
  readonly id: number;
  readonly name: string;
}

/** A client company as the service keeps it (specification 2.1), in the names of the wire. */
export type SavedCompany = Readonly<Record<string, unknown>> & {
  readonly id: number;
  readonly api_key: string;
};

/** The service's wording of the endpoints that are no submission. */
export interface Dress {
  territories(list: readonly Territory[]): unknown;
  license(): unknown;
  company(saved: SavedCompany, territory: Territory): unknown;
  refusal(message: string, fields: Readonly<Record<string, readonly string[]>>): unknown;
}

/** What an answer tells its reader. */
export interface Told {
  /** The true states for a careful reader. */
  readonly states: readonly string[];
  /** Whether it tells of a record of that place in the file, from 0. */
  readonly tells: (index: number) => boolean;
}

/** A way of answering: the service's side, and the service profile that connects Zubi to it. */
export interface Way {
  readonly name: string;
  readonly profile: Record<string, unknown>;
  readonly dress: Dress;
  readonly headers: { readonly user: string; readonly client: string };
  readonly cancelledAs: 'Correcto' | 'Anulado';
  answer(presentation: Presentation): Answer | Promise<Answer>;
  /** The service's answer about the end of a queued file. */
  readonly later?: (identifier: string) => Answer | Promise<Answer>;
  told(presentation: Presentation): Told;
}

export const json = (value: unknown, contentType = 'application/json'): Answer => ({
  status: 200,
  contentType,
  body: JSON.stringify(value),
});

/** The true state of a submission. */
export function trueState({ word }: Presentation): string {
  const states = {
    Correcto: 'accepted',
    ParcialmenteCorrecto: 'partially_accepted',
    Incorrecto: 'rejected',
  };
  return states[word];
}

/** It says everything. */
export const tellsAll = (presentation: Presentation): Told => ({
  states: [trueState(presentation)],
  tells: () => true,
});

/** It says nothing reliable. */
export const tellsNothing: Told = { states: ['unknown'], tells: () => false };
