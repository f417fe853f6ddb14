/** Modules that most pages share: the build bundles them into the application's file, so each page adds one more file. */
import './app.tsx';
import './csl-types.ts';
import '../client/view.ts';
import '../parts/form.tsx';
import '../parts/list-page.tsx';
import '../parts/markup.tsx';
import '../parts/selection.ts';
import '../parts/time.tsx';
import '../parts/toolbar.tsx';
