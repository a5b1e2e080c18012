import { afterEach, describe, expect, it } from 'vitest';
import type { Validator } from '../../../main/validator/validator-port.ts';
import { createCompany, documentOf, submissionBody, submit } from './actors.ts';
import { clientHeader, type Stage, setStage } from './stage.ts';

const stages: Stage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.stop();
});

const unwanted = () => Promise.reject(new Error('not expected'));

describe('a fault in the sandbox itself', () => {
  it('is a 500 without internal details, and is reported to the person who runs it', async () => {
    const failures: unknown[] = [];
    const failure = new Error('/secret/path is on fire');
    const validator: Validator = {
      validate: () => Promise.reject(failure),
      readRecords: unwanted,
      locateRecords: unwanted,
      makeDocuments: unwanted,
      readRecordForm: unwanted,
      offerFixes: unwanted,
      fix: unwanted,
      prepare: unwanted,
      expect: unwanted,
      readLedgerResponse: unwanted,
      readAnswer: unwanted,
      readAnswered: unwanted,
      readSource: unwanted,
      holdsDocument: unwanted,
      close: unwanted,
    };
    const stage = await setStage({ validator, onFailure: (error) => failures.push(error) });
    stages.push(stage);
    const actor = await createCompany(stage);
    const { status, body } = await submit(stage, actor);
    expect(status).toBe(500);
    expect(body).toEqual({ message: expect.not.stringContaining('secret') });
    expect(failures).toEqual([failure]);
    expect((await stage.call('GET', '/sandbox/state')).body.submissions).toEqual([]);
  });
});

describe('closing', () => {
  it('waits for the current work of the ledger, and cuts off clients that wait for a fault', async () => {
    const stage = await setStage();
    const actor = await createCompany(stage);
    await stage.call('POST', '/sandbox/faults', {
      json: { faults: [{ kind: 'delay', ms: 600_000 }] },
    });
    const json = submissionBody(actor, documentOf(actor));
    const delayed = stage
      .call('POST', '/receivedinvoices', { headers: clientHeader(actor.key), json })
      .catch((error: unknown) => error);
    const arrived = async () => (await stage.call('GET', '/sandbox/state')).body.submissions.length;
    await expect.poll(arrived, { interval: 20, timeout: 20_000 }).toBe(1);
    await stage.stop();
    expect(await delayed).toBeInstanceOf(Error);
  });
});
