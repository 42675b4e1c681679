import { html, type Html } from './html';
import { problemId } from './realm-page';

interface EmailField {
  /** Its name and id. */
  name: 'username' | 'email';
  value: string;
  autocomplete: 'username' | 'email';
  isFocused?: boolean;
  /** Whether the message above the form is about this field. */
  isWrong?: boolean;
}

/** An email field, optimized for phones and screen readers. */
export const emailField = ({ name, value, autocomplete, isFocused, isWrong }: EmailField): Html =>
  html`<label
    >Email address
    <input
      id="${name}"
      name="${name}"
      type="email"
      value="${value}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      required
      ${isWrong && html`aria-invalid="true" aria-describedby="${problemId}"`}
      ${isFocused && 'autofocus'}
    />
  </label>`;
