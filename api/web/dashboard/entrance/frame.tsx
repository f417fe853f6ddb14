/** The frame of pages outside a workspace. */
import type { ComponentChildren } from 'preact';
import { LANGUAGE_NAMES, LANGUAGES, language, setLanguage } from '../../client/i18n.ts';
import { Button } from '../../parts/button.tsx';
import { Brand } from '../shell/shell.tsx';

export const Outside = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="outside">
    <header class="outside-header spread">
      <Brand href="/" />
      <div role="group">
        {LANGUAGES.map((code) => (
          <Button
            key={code}
            kind="quiet"
            isSmall
            lang={code}
            aria-pressed={language.value === code}
            onClick={() => setLanguage(code)}
          >
            {LANGUAGE_NAMES[code]}
          </Button>
        ))}
      </div>
    </header>
    <main class="outside-main stack airy">{children}</main>
  </div>
);
