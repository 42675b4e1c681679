import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';

/** Hands Tab back to the browser, so that the keyboard can leave an editor. Completion lists keep their own Tab. */
const leaveByTab = { Tab: false, 'Shift-Tab': false } as const;

/**
 * Gives every editor a name for screen readers, lets the keyboard leave it, and wraps long lines on narrow screens.
 * Renders nothing itself.
 */
export function AccessibleEditors() {
  const { queryEditor, variableEditor, headerEditor, responseEditor } = useEditorContext({ nonNull: true });

  useEffect(() => {
    const named = [
      [queryEditor, 'Query'],
      [variableEditor, 'Variables, as JSON'],
      [headerEditor, 'Request headers, as JSON'],
      [responseEditor, 'Result'],
    ] as const;
    for (const [editor, name] of named) {
      editor?.setOption('screenReaderLabel', name);
      editor?.setOption('lineWrapping', true);
      // Makes scrollable areas scrollable by keyboard.
      const scroller = editor?.getScrollerElement();
      scroller?.setAttribute('tabindex', '0');
      scroller?.setAttribute('role', 'group');
      scroller?.setAttribute('aria-label', name);
    }

    const editors = named.flatMap(([editor]) => editor ?? []);
    for (const editor of editors) editor.addKeyMap(leaveByTab);
    return () => {
      for (const editor of editors) editor.removeKeyMap(leaveByTab);
    };
  }, [queryEditor, variableEditor, headerEditor, responseEditor]);

  return null;
}
