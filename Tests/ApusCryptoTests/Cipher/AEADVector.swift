import ApusBytes

@testable import ApusCrypto

/// Known answers: RFC 8439 section 2.8.2, and test cases 1 to 4 and 13 to 16 of the GCM
/// specification that SP 800-38D was made of.
struct AEADVector: Sendable, CustomStringConvertible {
  var description: String
  var algorithm: AEADAlgorithm
  var key: [UInt8]
  var nonce: [UInt8]
  var additionalData: [UInt8]
  var plaintext: [UInt8]
  /// Ciphertext and tag.
  var message: [UInt8]

  init(
    _ name: String, _ algorithm: AEADAlgorithm, key: String, nonce: String, data: String = "",
    plaintext: String = "", ciphertext: String = "", tag: String
  ) throws {
    description = name
    self.algorithm = algorithm
    self.key = try Hex.decode(key)
    self.nonce = try Hex.decode(nonce)
    additionalData = try Hex.decode(data)
    self.plaintext = try Hex.decode(plaintext)
    message = try Hex.decode(ciphertext + tag)
  }

  static let all: [AEADVector] = (try? rfc8439() + gcm()) ?? []

  private static func rfc8439() throws -> [AEADVector] {
    [
      try AEADVector(
        "RFC 8439 section 2.8.2", .chaCha20Poly1305,
        key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
        nonce: "070000004041424344454647", data: "50515253c0c1c2c3c4c5c6c7",
        plaintext: "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66202739"
          + "393a204966204920636f756c64206f6666657220796f75206f6e6c79206f6e652074697020666f7220"
          + "746865206675747572652c2073756e73637265656e20776f756c642062652069742e",
        ciphertext:
          "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca96712"
          + "82fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab3"
          + "24e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116",
        tag: "1ae10b594f09e26a7e902ecbd0600691")
    ]
  }

  private static func gcm() throws -> [AEADVector] {
    let zeros = "00000000000000000000000000000000"
    let zeroNonce = "000000000000000000000000"
    let key = "feffe9928665731c6d6a8f9467308308"
    let nonce = "cafebabefacedbaddecaf888"
    let data = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    let text =
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
      + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    let text128 =
      "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
      + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091"
    let text256 =
      "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
      + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
    return [
      try AEADVector(
        "GCM 1", .aes128GCM, key: zeros, nonce: zeroNonce,
        tag: "58e2fccefa7e3061367f1d57a4e7455a"),
      try AEADVector(
        "GCM 2", .aes128GCM, key: zeros, nonce: zeroNonce, plaintext: zeros,
        ciphertext: "0388dace60b6a392f328c2b971b2fe78", tag: "ab6e47d42cec13bdf53a67b21257bddf"),
      try AEADVector(
        "GCM 3", .aes128GCM, key: key, nonce: nonce, plaintext: text + "1aafd255",
        ciphertext: text128 + "473f5985", tag: "4d5c2af327cd64a62cf35abd2ba6fab4"),
      try AEADVector(
        "GCM 4", .aes128GCM, key: key, nonce: nonce, data: data, plaintext: text,
        ciphertext: text128, tag: "5bc94fbc3221a5db94fae95ae7121a47"),
      try AEADVector(
        "GCM 13", .aes256GCM, key: zeros + zeros, nonce: zeroNonce,
        tag: "530f8afbc74536b9a963b4f1c4cb738b"),
      try AEADVector(
        "GCM 14", .aes256GCM, key: zeros + zeros, nonce: zeroNonce, plaintext: zeros,
        ciphertext: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
      try AEADVector(
        "GCM 15", .aes256GCM, key: key + key, nonce: nonce, plaintext: text + "1aafd255",
        ciphertext: text256 + "898015ad", tag: "b094dac5d93471bdec1a502270e3cc6c"),
      try AEADVector(
        "GCM 16", .aes256GCM, key: key + key, nonce: nonce, data: data, plaintext: text,
        ciphertext: text256, tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]
  }
}
