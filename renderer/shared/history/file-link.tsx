import type { Submission } from '../../../contract/submission.ts';
import { placeHash } from '../../router.ts';
import { FileName } from '../../ui/file-name.tsx';

interface FileLinkProps {
  readonly submission: Submission;
  readonly className: string;
}

/** A submission's file name, with a link to its page; the surrounding row is not activated. */
export function FileLink({ submission: { id, file }, className }: FileLinkProps) {
  return (
    <a
      className={`z-cut z-quiet-link ${className}`}
      href={placeHash('history', id)}
      title={file}
      aria-label={file}
      onClick={(event) => event.stopPropagation()}
    >
      <FileName name={file} />
    </a>
  );
}
