// With `import Apus` next to it, this is the name that this module's declarations show.

@_exported public import class ApusSession.HTTPSession
