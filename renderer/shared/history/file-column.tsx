import type { Submission } from '../../../contract/submission.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { FileLink } from './file-link.tsx';

interface FileColumnWords {
  readonly header: string;
  /** The line under the file's name. */
  readonly second: (submission: Submission) => string;
}

/**
 * The first column of a table of submissions: the file, with a link to its page, and its company.
 */
export function fileColumn({ header, second }: FileColumnWords): DataColumn<Submission> {
  return {
    id: 'file',
    header,
    width: 'minmax(10rem, 1.4fr)',
    cell: (submission) => (
      <>
        <FileLink submission={submission} className="z-td-main" />
        <span className="z-cut z-td-sub" title={second(submission)}>
          {second(submission)}
        </span>
      </>
    ),
  };
}
