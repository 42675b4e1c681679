import { html, type Html } from './html';
import { problemId } from './realm-page';

/** The fields for choosing a password, with its rules. */
export const newPasswordFields = (label: string, isWrong: boolean): Html =>
  html`<label
      >${label}
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        required
        ${isWrong && html`aria-invalid="true"`}
        aria-describedby="password-rule${isWrong && ` ${problemId}`}"
      />
    </label>
    <p class="hint" id="password-rule">8 to 72 characters, no blanks.</p>
    <label
      >The same password again
      <input
        id="password-confirm"
        name="password-confirm"
        type="password"
        autocomplete="new-password"
        required
      />
    </label>`;
