import type { Submission } from '../../../contract/submission.ts';
import { placeHash } from '../../router.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { FileName } from '../../ui/file-name.tsx';

interface FileColumnWords {
  readonly header: string;
  /** The line under the file's name. */
  readonly second: (submission: Submission) => string;
}

/**
 * The first column of a table of submissions: the file, which leads to its page, and its company.
 */
export function fileColumn({ header, second }: FileColumnWords): DataColumn<Submission> {
  return {
    id: 'file',
    header,
    width: 'minmax(10rem, 1.4fr)',
    cell: (submission) => (
      <>
        <a
          className="z-cut z-td-main z-quiet-link"
          href={placeHash('history', submission.id)}
          title={submission.file}
          aria-label={submission.file}
          onClick={(event) => event.stopPropagation()}
        >
          <FileName name={submission.file} />
        </a>
        <span className="z-cut z-td-sub" title={second(submission)}>
          {second(submission)}
        </span>
      </>
    ),
  };
}
