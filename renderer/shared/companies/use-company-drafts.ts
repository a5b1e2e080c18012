import { useRef, useState } from 'react';
import type {
  Company,
  CompanyCreation,
  CompanyInput,
  Territory,
} from '../../../contract/company.ts';
import {
  type CompanyText,
  companyTexts,
  mapTexts,
  maxTextLength,
  textsOf,
} from '../../../contract/company-texts.ts';
import type { CallError } from '../../../contract/errors.ts';
import { toTaxId } from '../../../contract/tax-id.ts';
import { toCallError } from '../../api/bridge.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand, useIsShown } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import {
  type CompanyProposal,
  isNaturalPersonsTaxId,
  looksLikeTaxId,
  splitName,
} from './company-proposal.ts';

/** A company in the dialog. */
export interface CompanyDraft extends CompanyProposal {
  readonly key: string;
  readonly territoryId: string;
  /** Whether the service has it already, by which identifier, and perhaps its key. */
  readonly inService: boolean;
  readonly serviceId: string;
  readonly apiKey: string;
  /** A person has seen in the service's panel that the identifier is this company's. */
  readonly idChecked: boolean;
  /** The confirmation of a tax id with a wrong check digit. */
  readonly taxIdConfirmed: boolean;
  /** The parts of the name were proposed from the whole. */
  readonly isSplit: boolean;
  /** It is in the list, though not fully: its page has the next step. */
  readonly isKept: boolean;
  /** The reason why the service or the core refused it. */
  readonly error: CallError | null;
}

export type DraftField = 'fullName' | 'taxId' | CompanyText | 'serviceId' | 'apiKey';
export type DraftFault = 'required' | 'tooLong' | 'taxIdWrong' | 'keyWrong' | 'overwriteUnchecked';

/** A draft's first values beside its proposal. */
const newDraft = {
  inService: false,
  serviceId: '',
  apiKey: '',
  idChecked: false,
  taxIdConfirmed: false,
  isSplit: false,
  isKept: false,
  error: null,
} as const;
const keyForm = /^(?!.*\*{4})[\x21-\x7e]{8,4096}$/;

/** A creation that ended so has left a company: another try would find it. */
const keptWith: readonly CallError['code'][] = [
  'company_creation_unknown',
  'company_created_keyless',
];

type DraftFaults = Partial<Record<DraftField | 'territoryId' | 'idChecked', DraftFault>>;

/** The missing or wrong fields of a draft. */
export function draftFaults(draft: CompanyDraft): DraftFaults {
  const faults: DraftFaults = textFaults(draft);
  if (draft.taxId.trim() === '') faults.taxId = 'required';
  else if (!looksLikeTaxId(draft.taxId)) faults.taxId = 'taxIdWrong';
  if (draft.territoryId === '') faults.territoryId = 'required';
  if (!draft.inService) return faults;
  if (draft.serviceId.trim() === '') faults.serviceId = 'required';
  if (draft.apiKey.trim() !== '' && !keyForm.test(draft.apiKey.trim())) faults.apiKey = 'keyWrong';
  if (overwrites(draft) && !draft.idChecked) faults.idChecked = 'overwriteUnchecked';
  return faults;
}

function textFaults(draft: CompanyDraft): DraftFaults {
  const faults: DraftFaults = {};
  const texts = textsOf(draft.isIndividual);
  for (const name of texts) {
    const text = draft[name].trim();
    if (text.length > maxTextLength) faults[name] = 'tooLong';
    if (text === '' && companyTexts[name].isRequired) faults[name] = 'required';
  }
  if (!draft.isIndividual && draft.fullName.trim() === '') faults.fullName = 'required';
  if (wholeName(draft).length > maxTextLength) faults.fullName = 'tooLong';
  return faults;
}

/** The full name as typed, or made of a person's names. */
export function wholeName({ isIndividual, fullName, ...draft }: CompanyDraft): string {
  const written = fullName.trim();
  if (written !== '' || !isIndividual) return written;
  const parts = [draft.firstName, draft.lastName1, draft.lastName2].map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}

/** A change of the kind: a person's missing names are proposed from the whole. */
export function withKind(draft: CompanyDraft, isIndividual: boolean): Partial<CompanyDraft> {
  const hasParts = [draft.firstName, draft.lastName1, draft.lastName2].some(
    (part) => part.trim() !== '',
  );
  if (!isIndividual || hasParts || draft.fullName.trim() === '') return { isIndividual };
  return { isIndividual, ...splitName(draft.fullName), isSplit: true };
}

/** A change of the tax id: a whole one distinguishes a person from a company. */
export function withTaxId(draft: CompanyDraft, taxId: string): Partial<CompanyDraft> {
  const isIndividual = isNaturalPersonsTaxId(taxId);
  const written = draft.taxIdConfirmed ? { taxId, taxIdConfirmed: false } : { taxId };
  if (!looksLikeTaxId(taxId) || isIndividual === draft.isIndividual) return written;
  return { ...written, ...withKind(draft, isIndividual) };
}

/** Whether taking it from the service updates it there. */
export function overwrites({ inService, apiKey }: CompanyDraft): boolean {
  return inService && apiKey.trim() === '';
}

/** The core's input for a draft. */
export function toCompanyInput(draft: CompanyDraft): CompanyInput {
  const { isIndividual, territoryId } = draft;
  const texts = textsOf(isIndividual).map((name) => [name, draft[name].trim() || null]);
  return {
    isIndividual,
    fullName: wholeName(draft),
    taxId: toTaxId(draft.taxId),
    territoryId,
    ...(draft.taxIdConfirmed ? { confirmTaxId: true } : {}),
    ...Object.fromEntries(texts),
  };
}

/** The core's input to create a draft, or to take it from the service. */
function toCreation(draft: CompanyDraft): CompanyCreation {
  const apiKey = draft.apiKey.trim();
  return {
    ...toCompanyInput(draft),
    ...(draft.inService ? { serviceId: draft.serviceId.trim() } : {}),
    ...(draft.inService && apiKey !== '' ? { apiKey } : {}),
  };
}

/** An existing company, to be changed. */
export function toDraft(company: Company): CompanyDraft {
  const { isIndividual, fullName, taxId, territoryId } = company;
  return {
    ...newDraft,
    key: company.id,
    file: null,
    isIndividual,
    fullName,
    taxId,
    territoryId,
    ...mapTexts((name) => company[name] ?? ''),
  };
}

/** The default territory: submissions are for Bizkaia only. */
export function presetTerritory(territories: readonly Territory[]): string {
  return (
    territories.find(({ name }) => /bizkaia|vizcaya/i.test(name))?.id ?? territories[0]?.id ?? ''
  );
}

/** The companies in the dialog, and their creation one after the other. */
export function useCompanyDrafts(
  proposals: readonly CompanyProposal[],
  territories: readonly Territory[],
  onDone: () => void,
) {
  const { t } = useTexts();
  const notify = useNotify();
  const isShown = useIsShown();
  const isCancelled = useRef(false);
  const create = useCommand('companies.create', ['companies.list', 'submissions.worklist'], {
    about: ({ fullName }) => fullName,
  });
  const [changes, setChanges] = useState<Readonly<Record<string, Partial<CompanyDraft>>>>({});
  const [start] = useState(proposals);
  const [created, setCreated] = useState<readonly string[]>([]);
  const [showFaults, setShowFaults] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const preset = presetTerritory(territories);
  const drafts: readonly CompanyDraft[] = start
    .map((proposal, index) => {
      const key = String(index);
      return { ...proposal, key, ...newDraft, territoryId: preset, ...changes[key] };
    })
    .filter(({ key }) => !created.includes(key));

  function change(key: string, fields: Partial<CompanyDraft>): void {
    setChanges((all) => ({ ...all, [key]: { ...all[key], ...fields } }));
  }

  async function createOne(draft: CompanyDraft): Promise<boolean> {
    try {
      await create.mutateAsync(toCreation(draft));
      setCreated((keys) => [...keys, draft.key]);
      return true;
    } catch (thrown) {
      const error = toCallError(thrown);
      change(draft.key, { error, isKept: keptWith.includes(error.code) });
      return false;
    }
  }

  async function submit(): Promise<void> {
    setShowFaults(true);
    const open = drafts.filter(({ isKept }) => !isKept);
    if (open.some((draft) => Object.keys(draftFaults(draft)).length > 0)) return;
    setIsSaving(true);
    let count = 0;
    for (const draft of open) {
      if (isCancelled.current) break;
      change(draft.key, { error: null });
      if (await createOne(draft)) count += 1;
    }
    setIsSaving(false);
    const [first] = open;
    const words =
      first?.inService === true
        ? t('companyForm.taken', { name: wholeName(first) })
        : t('companyForm.created', { count });
    if (count > 0) notify({ tone: 'good', lines: [words] });
    if (count === drafts.length && isShown()) onDone();
  }
  return {
    drafts,
    change,
    submit,
    showFaults,
    isSaving,
    /** Creates none of those that are not created yet. */
    cancel: () => {
      isCancelled.current = true;
    },
  };
}
