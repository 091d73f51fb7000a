// With `import Apus` next to it, this is the name that this module's functions show.

@_exported public import class ApusSession.HTTPSession
