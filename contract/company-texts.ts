interface CompanyTextRow {
  /** Column of the table `companies`. */
  readonly column: string;
  /** Its default place in a request to the service; null: not sent. */
  readonly wirePath: string | null;
  /** The kind of company that has it. */
  readonly of: 'persons' | 'everybody';
  /** Required for that kind. */
  readonly isRequired: boolean;
  /** Heading of its column in an exported table. */
  readonly heading: string;
}

/** Text fields of a company; a new one is a row here. */
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
/** Texts for the office only: the service has no such fields. */
export type OfficeText = {
  [Name in CompanyText]: (typeof rows)[Name]['wirePath'] extends null ? Name : never;
}[CompanyText];
/** Null where a company has none. */
export type CompanyTexts = Readonly<Record<CompanyText, string | null>>;
export type CompanyTextColumns = Record<(typeof rows)[CompanyText]['column'], string | null>;

export const companyTexts: Readonly<Record<CompanyText, CompanyTextRow>> = rows;
export const companyTextNames = Object.keys(rows) as CompanyText[];

/** The maximum length of a text. */
export const maxTextLength = 120;

/** The texts of a person, or of a legal entity. */
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

/** The columns of the texts. */
export function columnsOfTexts(texts: CompanyTexts): CompanyTextColumns {
  return Object.fromEntries(
    companyTextNames.map((name) => [rows[name].column, texts[name]]),
  ) as CompanyTextColumns;
}

/** The meaning of a column in an imported table. */
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
