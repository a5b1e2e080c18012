interface DocumentFormatRow {
  /** The first is written; the others are read as well. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Endings of a file's name, in lower case; also the names that `file-type` gives. */
  readonly endings: readonly string[];
}

/** The formats of an authorization document (service specification, part 2.3). */
const rows = {
  pdf: { mediaTypes: ['application/pdf'], endings: ['pdf'] },
  jpg: { mediaTypes: ['image/jpeg', 'image/jpg'], endings: ['jpg', 'jpeg'] },
  png: { mediaTypes: ['image/png'], endings: ['png'] },
} as const satisfies Readonly<Record<string, DocumentFormatRow>>;

export type DocumentFormat = keyof typeof rows;

export const documentFormats = Object.keys(rows) as [DocumentFormat, ...DocumentFormat[]];

/** The media type of a sent or shown document. */
export function mediaTypeOf(format: DocumentFormat): string {
  return rows[format].mediaTypes[0];
}

/** The format of a file name's ending in lower case (`jpeg`); null for any other. */
export function formatOfEnding(ending: string): DocumentFormat | null {
  return find((row) => row.endings.includes(ending));
}

/** The format of a media type in lower case; null for any other. */
export function formatOfMediaType(mediaType: string): DocumentFormat | null {
  return find((row) => row.mediaTypes.includes(mediaType));
}

function find(isIt: (row: DocumentFormatRow) => boolean): DocumentFormat | null {
  return documentFormats.find((format) => isIt(rows[format])) ?? null;
}
