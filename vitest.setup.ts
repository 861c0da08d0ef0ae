import fc from 'fast-check';

// Where a test says how long something may get, it does get that long: by itself the library stops at ten.
fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });
