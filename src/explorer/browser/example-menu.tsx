import { useEditorContext } from '@graphiql/react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { examplesFor, viewerIn, viewerQuery, type Example, type ViewerAnswer } from './examples';
import type { LogIn } from './log-in';

interface ExampleMenuProps {
  logIn: LogIn;
  isLoggedIn: boolean;
  /** Where the menu is shown. It is a part of the editors, because it writes into them. */
  place: HTMLElement | null;
}

/** Asks who the person is. Without an answer there are no examples; whatever they run says why. */
async function loadExamples(logIn: LogIn): Promise<Example[]> {
  const token = await logIn.accessToken();
  if (token === undefined) return [];
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: viewerQuery }),
  });
  const { data } = (await response.json()) as { data?: ViewerAnswer | null };
  const viewer = data && viewerIn(data);
  return viewer ? examplesFor(viewer, Date.now()) : [];
}

/** Examples for the roles of the person who has logged in; each opens in a tab of its own, ready to run. */
export function ExampleMenu({ logIn, isLoggedIn, place }: ExampleMenuProps) {
  const editors = useEditorContext({ nonNull: true });
  const { queryEditor, variableEditor } = editors;
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const [chosen, setChosen] = useState<Example>();

  useEffect(() => {
    let isWanted = isLoggedIn;
    setExamples([]);
    if (isLoggedIn)
      loadExamples(logIn).then(
        (found) => isWanted && setExamples(found),
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [isLoggedIn, logIn]);

  // The new tab is open by then.
  useEffect(() => {
    if (!chosen) return;
    queryEditor?.setValue(chosen.query);
    variableEditor?.setValue(JSON.stringify(chosen.variables, null, 2));
    setChosen(undefined);
  }, [chosen, queryEditor, variableEditor]);

  if (!place || examples.length === 0) return null;
  const open = (title: string) => {
    editors.addTab();
    setChosen(examples.find((example) => example.title === title));
  };
  return createPortal(
    <label className="explorer-examples">
      Examples
      <select value="" onChange={(event) => open(event.target.value)}>
        <option value="" disabled>
          Choose one…
        </option>
        {examples.map(({ title }) => (
          <option key={title}>{title}</option>
        ))}
      </select>
    </label>,
    place,
  );
}
