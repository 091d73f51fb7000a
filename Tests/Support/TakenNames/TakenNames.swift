/// The names of types in other common packages. Modules of this package use these names, but a
/// program that imports `Apus` must not see them.
public enum TakenNames {
  /// All of the types.
  public static let all: [Any.Type] = [
    ASN1.self, ASN1Error.self, Base64.self, Cursor.self, Deadline.self, ECDSA.self, Ed25519.self,
    Environment.self, EventLoop.self, FilePath.self, Files.self, HKDF.self, HMAC.self,
    HashFunction.self, Hex.self, IPv4Address.self, IPv6Address.self, Listener.self, Lock.self,
    MLKEM768.self, MultipartError.self, Names.self, P256.self, P384.self, P521.self, PBKDF2.self,
    PEM.self, RSA.self, SHA256.self, SHA384.self, SHA3_256.self, SHA3_512.self, SHA512.self,
    SignatureAlgorithm.self, Socket.self, SocketAddress.self, SubjectPublicKeyInfo.self,
    X25519.self,
  ]
}

public struct ASN1: Equatable { public init() {} }
public struct ASN1Error: Equatable { public init() {} }
public struct Base64: Equatable { public init() {} }
public struct Cursor: Equatable { public init() {} }
public struct Deadline: Equatable { public init() {} }
public struct ECDSA: Equatable { public init() {} }
public struct Ed25519: Equatable { public init() {} }
public struct Environment: Equatable { public init() {} }
public struct EventLoop: Equatable { public init() {} }
public struct FilePath: Equatable { public init() {} }
public struct Files: Equatable { public init() {} }
public struct HKDF: Equatable { public init() {} }
public struct HMAC: Equatable { public init() {} }
public struct HashFunction: Equatable { public init() {} }
public struct Hex: Equatable { public init() {} }
public struct IPv4Address: Equatable { public init() {} }
public struct IPv6Address: Equatable { public init() {} }
public struct Listener: Equatable { public init() {} }
public struct Lock: Equatable { public init() {} }
public struct MLKEM768: Equatable { public init() {} }
public struct MultipartError: Equatable { public init() {} }
public struct Names: Equatable { public init() {} }
public struct P256: Equatable { public init() {} }
public struct P384: Equatable { public init() {} }
public struct P521: Equatable { public init() {} }
public struct PBKDF2: Equatable { public init() {} }
public struct PEM: Equatable { public init() {} }
public struct RSA: Equatable { public init() {} }
public struct SHA256: Equatable { public init() {} }
public struct SHA384: Equatable { public init() {} }
public struct SHA3_256: Equatable { public init() {} }
public struct SHA3_512: Equatable { public init() {} }
public struct SHA512: Equatable { public init() {} }
public struct SignatureAlgorithm: Equatable { public init() {} }
public struct Socket: Equatable { public init() {} }
public struct SocketAddress: Equatable { public init() {} }
public struct SubjectPublicKeyInfo: Equatable { public init() {} }
public struct X25519: Equatable { public init() {} }
