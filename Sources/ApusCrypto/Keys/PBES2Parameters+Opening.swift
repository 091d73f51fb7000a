internal import ApusASN1
public import ApusBytes

extension PBES2Parameters {
  /// Decrypts data with a password, and removes the padding.
  ///
  /// It is authenticated by nothing: that the padding is right may be chance. RFC 8018 section
  /// 6.2.2.
  public func open(
    _ data: Range<Int>, in der: Span<UInt8>, password: Span<UInt8>, limit: Int
  ) throws(CryptoError) -> SecretBytes {
    guard data.count <= limit else {
      throw .inputTooLong(byteCount: data.count, limit: limit)
    }
    guard !data.isEmpty, data.count % AESCBC.blockByteCount == 0 else {
      let blockCount = data.count / AESCBC.blockByteCount + 1
      throw .wrongByteCount(data.count, expected: blockCount * AESCBC.blockByteCount)
    }
    let key = try PBKDF2.derive(
      pseudorandomFunction, password: password, salt: der.extracting(salt),
      iterations: iterations, byteCount: cipher.keyByteCount)
    let padded = key.withBytes { key in
      AESCBC.decipher(
        der.extracting(data), key: key,
        initializationVector: der.extracting(initializationVector))
    }
    return try padded.withBytes { (padded) throws(CryptoError) in
      let (byteCount, isPadded) = AESCBC.unpadded(padded)
      // PUBLIC: whether the password fits, which the caller is told.
      guard isPadded.declassified else { throw .wrongPassword }
      return SecretBytes(copying: padded.extracting(first: byteCount))
    }
  }
}
