import { createContext, type ReactNode, use } from 'react';
import { isOver } from './bulk-documents.ts';
import { type BulkUpload, useBulkUpload } from './use-bulk-upload.ts';

const BulkUploadContext = createContext<BulkUpload | null>(null);

/** Keeps the documents to upload, and their upload, whatever page is shown. */
export function BulkUploadProvider({ children }: { readonly children: ReactNode }) {
  return <BulkUploadContext value={useBulkUpload()}>{children}</BulkUploadContext>;
}

/** The documents to upload. */
export function useBulk(): BulkUpload {
  const bulk = use(BulkUploadContext);
  if (bulk === null) throw new Error('No documents: used outside their provider');
  return bulk;
}

/** The number of documents that wait for upload. */
export const useWaitingDocuments = (): number =>
  useBulk().documents.filter((document_) => !isOver(document_)).length;
