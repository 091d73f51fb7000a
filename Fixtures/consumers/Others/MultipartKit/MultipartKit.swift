public struct FormDataDecoder: Sendable { public init() {} }
public struct MultipartError: Sendable { public init() {} }
public struct MultipartPart: Sendable { public init() {} }
