public struct Certificate: Sendable { public init() {} }
public struct CertificateStore: Sendable { public init() {} }
public struct Verifier: Sendable { public init() {} }
public struct VerificationResult: Sendable { public init() {} }
