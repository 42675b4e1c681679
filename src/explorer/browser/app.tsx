import { GraphiQL } from 'graphiql';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { AccessibleEditors } from './accessible-editors';
import { AccessibleTabs } from './accessible-tabs';
import { ExampleMenu } from './example-menu';
import { exampleQuery } from './example-query';
import { graphFetcher } from './graph-fetcher';
import { Header } from './header';
import type { LogIn } from './log-in';
import { Message } from './message';

/** The whole page: log-in state above, editors below. */
export function App({ logIn }: { logIn: LogIn }) {
  const state = useSyncExternalStore(logIn.subscribe, logIn.state);
  const [menuPlace, setMenuPlace] = useState<HTMLElement | null>(null);
  const fetcher = useMemo(() => graphFetcher(logIn), [logIn]);
  return (
    <>
      <Header state={state} onLogIn={logIn.start} onLogOut={logIn.end} />
      <div ref={setMenuPlace} />
      <Message text={state.message} onDismiss={logIn.dismissMessage} />
      <main>
        <GraphiQL
          fetcher={fetcher}
          defaultQuery={exampleQuery}
          inputValueDeprecation
          shouldPersistHeaders={false}
        >
          <GraphiQL.Logo>{null}</GraphiQL.Logo>
          <AccessibleEditors />
          <AccessibleTabs />
          <ExampleMenu logIn={logIn} isLoggedIn={state.status === 'logged-in'} place={menuPlace} />
        </GraphiQL>
      </main>
    </>
  );
}
