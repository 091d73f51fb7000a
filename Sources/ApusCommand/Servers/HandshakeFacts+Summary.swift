import ApusBytes
import ApusTLS

extension TLS.HandshakeFacts {
  /// The negotiated TLS parameters in one line.
  var summary: String {
    var parts = [version.name, suite.name]
    if let group { parts.append(group.name) }
    parts.append(isResumed ? "resumed" : serverScheme.map { "signed by \($0.name)" } ?? "unsigned")
    if isRetried { parts.append("sent a HelloRetryRequest") }
    if let applicationProtocol {
      parts.append("ALPN " + ForeignText.escaped(applicationProtocol))
    }
    switch clientAuthentication {
    case .notRequested: break
    case .declined: parts.append("requests a client certificate")
    case .signed(let scheme): parts.append("the client signed by \(scheme.name)")
    }
    return parts.joined(separator: ", ")
  }
}

extension TLS.Version {
  /// The TLS version in the usual spelling.
  var name: String {
    switch self {
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    }
  }
}

extension TLS.CipherSuite {
  /// The name of the cipher suite in the registry of IANA.
  var name: String {
    switch self {
    case .aes128GCM: "TLS_AES_128_GCM_SHA256"
    case .aes256GCM: "TLS_AES_256_GCM_SHA384"
    case .chaCha20Poly1305: "TLS_CHACHA20_POLY1305_SHA256"
    case .ecdheECDSAWithAES128GCM: "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"
    case .ecdheECDSAWithAES256GCM: "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"
    case .ecdheRSAWithAES128GCM: "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
    case .ecdheRSAWithAES256GCM: "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
    case .ecdheRSAWithChaCha20Poly1305: "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    case .ecdheECDSAWithChaCha20Poly1305: "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
    }
  }
}

extension TLS.NamedGroup {
  /// The name of the named group in the registry of IANA.
  var name: String {
    switch self {
    case .secp256r1: "secp256r1"
    case .secp384r1: "secp384r1"
    case .secp521r1: "secp521r1"
    case .x25519: "x25519"
    case .x25519MLKEM768: "X25519MLKEM768"
    }
  }
}

extension TLS.SignatureScheme {
  /// The name of the signature scheme in the registry of IANA.
  var name: String {
    switch self {
    case .rsaPKCS1SHA256: "rsa_pkcs1_sha256"
    case .rsaPKCS1SHA384: "rsa_pkcs1_sha384"
    case .rsaPKCS1SHA512: "rsa_pkcs1_sha512"
    case .ecdsaSECP256R1SHA256: "ecdsa_secp256r1_sha256"
    case .ecdsaSECP384R1SHA384: "ecdsa_secp384r1_sha384"
    case .ecdsaSECP521R1SHA512: "ecdsa_secp521r1_sha512"
    case .rsaPSSRSAESHA256: "rsa_pss_rsae_sha256"
    case .rsaPSSRSAESHA384: "rsa_pss_rsae_sha384"
    case .rsaPSSRSAESHA512: "rsa_pss_rsae_sha512"
    case .ed25519: "ed25519"
    case .rsaPSSPSSSHA256: "rsa_pss_pss_sha256"
    case .rsaPSSPSSSHA384: "rsa_pss_pss_sha384"
    case .rsaPSSPSSSHA512: "rsa_pss_pss_sha512"
    }
  }
}
