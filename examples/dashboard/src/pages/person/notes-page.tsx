import { GraphError } from '@glycograph/client/errors';
import {
  NoteChangedDocument,
  NotesDocument,
  ReplyDocument,
  WriteNoteDocument,
} from '@glycograph/client/operations';
import { useId, useState, type FormEvent } from 'react';
import type { Note } from '../../day/notes-of-day';
import { useGraphMutation, useGraphQuery, useLive, useReadAgain } from '../../graph/graph';
import { dateTimeText } from '../../time/zones';
import { Card } from '../../ui/card';
import { useTitle } from '../../ui/layout';
import { pageArguments, Pager, type PagePosition } from '../../ui/pager';
import { Empty, Shown } from '../../ui/states';
import { ChangeProblem } from '../../ui/user-errors';
import type { PersonContext } from './person-pages';

const pageSize = 10;

/** Notes and replies, which appear as they are written. */
export function NotesPage({ context }: { context: PersonContext }) {
  const { userId, fullName } = context;
  useTitle(`Notes · ${fullName}`);
  const [position, setPosition] = useState<PagePosition>({});
  const notes = useGraphQuery(
    NotesDocument,
    { userId, ...pageArguments(position, pageSize) },
    { keepPrevious: true },
  );
  const readAgain = useReadAgain();
  const state = useLive(NoteChangedDocument, { userId }, () => void readAgain(NotesDocument));
  // Somebody who sees the data of a person need not see their notes.
  if (notes.error instanceof GraphError && notes.error.code === 'FORBIDDEN') {
    return (
      <Card title="Notes" className="notes-card">
        <Empty>You may not read the notes of this person.</Empty>
      </Card>
    );
  }
  const live = <span className={`live ${state}`}>{state === 'live' ? 'live' : 'not live'}</span>;
  return (
    <Card title="Notes" aside={live} className="notes-card">
      <WriteNote userId={userId} onWritten={() => setPosition({})} />
      <Shown query={notes} what="Loading notes">
        {({ user }) => {
          const connection = user?.notes;
          if (!connection) return <Empty>The notes of this person cannot be shown.</Empty>;
          const threads = (connection.edges ?? []).map(({ node }) => node);
          return (
            <>
              {threads.length === 0 && <Empty>There are no notes yet.</Empty>}
              <ol className="notes" aria-live="polite">
                {threads.map((note) => (
                  <li key={note.id}>
                    <Thread note={note} context={context} />
                  </li>
                ))}
              </ol>
              <Pager what="notes" pageInfo={connection.pageInfo} onTurn={setPosition} />
            </>
          );
        }}
      </Shown>
    </Card>
  );
}

function Thread({ note, context }: { note: Note; context: PersonContext }) {
  const replies = (note.replies.edges ?? []).map(({ node }) => node).toReversed();
  return (
    <article>
      <NoteText note={note} timeZone={context.timeZone} />
      {replies.length > 0 && (
        <ol className="replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <NoteText note={reply} timeZone={context.timeZone} />
            </li>
          ))}
        </ol>
      )}
      <ReplyForm note={note} />
    </article>
  );
}

type NoteContent = Pick<Note, 'text' | 'time' | 'authorName' | 'modifiedTime'>;

const NoteText = ({ note, timeZone }: { note: NoteContent; timeZone: string }) => (
  <>
    <p className="note-head">
      <strong>{note.authorName ?? 'Somebody'}</strong>
      <time dateTime={note.time}>{dateTimeText(note.time, timeZone)}</time>
      {note.modifiedTime != null && <span>edited</span>}
    </p>
    <p className="note-text">{note.text}</p>
  </>
);

interface Identity {
  guid: string;
  timestamp: string;
}

/** What identifies a text that is sent, so that sending it again stores nothing twice. */
const newIdentity = (): Identity => ({ guid: crypto.randomUUID(), timestamp: new Date().toISOString() });

function WriteNote({ userId, onWritten }: { userId: string; onWritten: () => void }) {
  const write = useGraphMutation(WriteNoteDocument, { changes: [NotesDocument] });
  return (
    <TextForm
      label="New note"
      action="Add note"
      isBusy={write.isPending}
      error={write.error}
      onSend={async (text, identity) => {
        await write.mutateAsync({ input: { userId, text, ...identity } });
        onWritten();
      }}
    />
  );
}

function ReplyForm({ note }: { note: Note }) {
  const [isOpen, setOpen] = useState(false);
  const reply = useGraphMutation(ReplyDocument, { changes: [NotesDocument] });
  if (!isOpen)
    return (
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        Reply<span className="visually-hidden"> to {note.authorName ?? 'this note'}</span>
      </button>
    );
  return (
    <TextForm
      label="Reply"
      action="Send reply"
      isBusy={reply.isPending}
      error={reply.error}
      onSend={async (text, identity) => {
        await reply.mutateAsync({ input: { messageId: note.id, text, ...identity } });
        setOpen(false);
      }}
    />
  );
}

interface TextFormProps {
  label: string;
  action: string;
  isBusy: boolean;
  error: unknown;
  onSend: (text: string, identity: Identity) => Promise<void>;
}

/** A text that is sent. What was written stays if it cannot be sent. */
function TextForm({ label, action, isBusy, error, onSend }: TextFormProps) {
  const id = useId();
  const [text, setText] = useState('');
  // It stays until the text was sent or changed: the answer may be lost although the text was stored.
  const [sent, setSent] = useState<{ text: string; identity: Identity }>();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    const identity = sent?.text === trimmed ? sent.identity : newIdentity();
    setSent({ text: trimmed, identity });
    // The error is shown; only the text must not be lost.
    onSend(trimmed, identity).then(
      () => {
        setText('');
        setSent(undefined);
      },
      () => undefined,
    );
  };
  return (
    <form className="text-form" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      <ChangeProblem error={error} />
      <button type="submit" className="button primary" disabled={isBusy || text.trim() === ''}>
        {action}
      </button>
    </form>
  );
}
