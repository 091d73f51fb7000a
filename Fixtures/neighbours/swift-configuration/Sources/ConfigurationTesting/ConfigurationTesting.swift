@_exported public import Configuration
