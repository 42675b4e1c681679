import { NoteChangedDocument, NotesDocument, type NotesQuery } from '@glycograph/client/operations';
import { useGraphQuery, useLive, useReadAgain } from '../graph/graph';

type NoteEdge = NonNullable<NonNullable<NonNullable<NotesQuery['user']>['notes']>['edges']>[number];

/** A note with its replies. */
export type Note = NoteEdge['node'];

const mostNotes = 200;

/** The notes of a day, oldest first; updated as notes are written. Empty for those who may not read notes. */
export function useNotesOfDay(userId: string, from: Date, to: Date): readonly Note[] {
  const variables = { userId, from: from.toISOString(), to: to.toISOString(), first: mostNotes };
  const notes = useGraphQuery(NotesDocument, variables);
  const readAgain = useReadAgain();
  useLive(NoteChangedDocument, { userId }, () => void readAgain(NotesDocument));
  return (notes.data?.user?.notes?.edges ?? []).map(({ node }) => node).toReversed();
}
