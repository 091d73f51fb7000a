internal import ApusASN1
internal import ApusCrypto

/// The search for the key that signed a revocation list.
extension X509.RevocationList {
  enum Search {
    case success(X509.RevocationIssuer)
    case failure(X509.RevocationProblem)
  }

  /// Finds the issuer whose key signed the revocation list, or the reason no issuer was found.
  ///
  /// RFC 5280 section 6.3.3 (f) and (g). The key that signed the certificate is tried first, and
  /// the reason is about that key.
  func search(
    for certificate: X509.Certificate, _ issuer: X509.RevocationIssuer,
    _ others: [X509.RevocationIssuer], _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> Search {
    var problem = X509.RevocationProblem.unverifiedIssuer
    let isByIssuer = isBy(issuerOf: certificate)
    if isByIssuer {
      guard let found = try self.problem(with: issuer, &signatures) else { return .success(issuer) }
      problem = found
    }
    for other in others where !isByIssuer || other != issuer {
      guard other.name.matches(self.issuer), !namesOtherKey(than: other) else { continue }
      do throws(X509Error) {
        let found = try self.problem(with: other, &signatures)
        if found == nil { return .success(other) }
      } catch {
        // An unusable key cannot have signed the list, so the search continues.
      }
    }
    return .failure(problem)
  }

  /// Returns the reason an issuer's key did not sign the revocation list, or `nil` if the issuer's
  /// key signed the list.
  private func problem(
    with issuer: X509.RevocationIssuer, _ signatures: inout X509.SignatureAllowance
  ) throws(X509Error) -> X509.RevocationProblem? {
    guard issuer.maySignLists else { return .keyMayNotSignLists }
    let key = try issuer.publicKey.verificationKey()
    guard signatures.take() else { return .wrongSignature }
    do throws(X509Error) {
      if try isSigned(by: key) { return nil }
    } catch .signatureAlgorithm(.unsupportedAlgorithm) where namesOtherKey(than: issuer) {
      return .otherKey
    }
    return namesOtherKey(than: issuer) ? .otherKey : .wrongSignature
  }

  /// Returns a Boolean value that indicates whether the revocation list names another key as its
  /// signer than an issuer's key.
  func namesOtherKey(than issuer: X509.RevocationIssuer) -> Bool {
    guard let named = authorityKeyIdentifier?.keyIdentifier else { return false }
    return named != issuer.keyIdentifier && named != InsecureSHA1.digest(of: issuer.publicKey.bits)
  }

  /// Returns a Boolean value that indicates whether another key than the key that signed the
  /// certificate can have signed the revocation list.
  func canBeSigned(
    byOtherThan issuer: X509.RevocationIssuer, about certificate: X509.Certificate
  ) -> Bool {
    guard isBy(issuerOf: certificate) else {
      return (try? isAppointed(by: certificate)) ?? false
    }
    return authorityKeyIdentifier?.keyIdentifier == nil || namesOtherKey(than: issuer)
  }
}
