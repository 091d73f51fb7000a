public struct ASN1Error: Sendable { public init() {} }
public struct ASN1Node: Sendable { public init() {} }
public struct DER: Sendable { public init() {} }
public struct PEMDocument: Sendable { public init() {} }
