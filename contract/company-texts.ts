interface CompanyTextRow {
  /** In the table `companies`. */
  readonly column: string;
  /** Where a request of the service has it, unless the profile says otherwise; null: nowhere. */
  readonly wirePath: string | null;
  /** Whose it is: others have none. */
  readonly of: 'persons' | 'everybody';
  /** By those who have it. */
  readonly isRequired: boolean;
  /** Heading of its column in an exported table. */
  readonly heading: string;
}

/** Fields of a company that are a text and nothing else; a new one is a row here. */
const rows = {
  firstName: {
    column: 'first_name',
    wirePath: 'first_name',
    of: 'persons',
    isRequired: true,
    heading: 'Nombre',
  },
  lastName1: {
    column: 'last_name_1',
    wirePath: 'last_name_1',
    of: 'persons',
    isRequired: true,
    heading: 'Primer apellido',
  },
  lastName2: {
    column: 'last_name_2',
    wirePath: 'last_name_2',
    of: 'persons',
    isRequired: false,
    heading: 'Segundo apellido',
  },
  code: {
    column: 'code',
    wirePath: null,
    of: 'everybody',
    isRequired: false,
    heading: 'Código',
  },
  group: {
    column: 'client_group',
    wirePath: null,
    of: 'everybody',
    isRequired: false,
    heading: 'Grupo',
  },
  adviser: {
    column: 'adviser',
    wirePath: null,
    of: 'everybody',
    isRequired: false,
    heading: 'Responsable',
  },
} as const satisfies Readonly<Record<string, CompanyTextRow>>;

export type CompanyText = keyof typeof rows;
/** Those that the office keeps for itself: the service has no such fields. */
export type OfficeText = {
  [Name in CompanyText]: (typeof rows)[Name]['wirePath'] extends null ? Name : never;
}[CompanyText];
/** Null where a company has none. */
export type CompanyTexts = Readonly<Record<CompanyText, string | null>>;
export type CompanyTextColumns = Record<(typeof rows)[CompanyText]['column'], string | null>;

export const companyTexts: Readonly<Record<CompanyText, CompanyTextRow>> = rows;
export const companyTextNames = Object.keys(rows) as CompanyText[];

/** The longest text that is taken. */
export const maxTextLength = 120;

/** The texts that a person, or a legal entity, has. */
export function textsOf(isIndividual: boolean): CompanyText[] {
  return companyTextNames.filter((name) => isIndividual || companyTexts[name].of === 'everybody');
}

export const officeTexts = companyTextNames.filter(isOfficeText);

export function isOfficeText(name: CompanyText): name is OfficeText {
  return rows[name].wirePath === null;
}

/** A value for each text. */
export function mapTexts<Value>(toValue: (name: CompanyText) => Value): Record<CompanyText, Value> {
  return Object.fromEntries(companyTextNames.map((name) => [name, toValue(name)])) as Record<
    CompanyText,
    Value
  >;
}

/** The texts of a row of the table. */
export function textsOfRow(row: Readonly<CompanyTextColumns>): CompanyTexts {
  return mapTexts((name) => row[rows[name].column]);
}

/** The columns that texts are kept in. */
export function columnsOfTexts(texts: CompanyTexts): CompanyTextColumns {
  return Object.fromEntries(
    companyTextNames.map((name) => [rows[name].column, texts[name]]),
  ) as CompanyTextColumns;
}

/** What a column of an imported table can be. */
export const importFields = [
  'taxId',
  'fullName',
  'isIndividual',
  ...companyTextNames,
  'territory',
  'serviceId',
  'apiKey',
  'notes',
] as const;
export type ImportField = (typeof importFields)[number];
