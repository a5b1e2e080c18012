/** The wanted piece of a document's text: `offset` and `limit` in UTF-16 units. */
export interface SourceRequest {
  readonly offset: number;
  readonly limit: number;
  readonly maxFileBytes: number;
}

/** A piece of a document's text, decoded as for validation. */
export interface SourcePiece {
  readonly text: string;
  /** Null with the last piece. */
  readonly nextOffset: number | null;
  readonly length: number;
  readonly encoding: string;
  readonly sizeBytes: number;
  /** False when invalid bytes became U+FFFD. */
  readonly isFaithful: boolean;
}

/** Why there is no text. */
export interface SourceRefusal {
  readonly refused: 'not_text' | 'too_large' | 'not_found';
}
