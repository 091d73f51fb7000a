import ApusCrypto

/// Keys and signatures of RFC 6979 sections A.2.5, A.2.6 and A.2.7.
struct RFC6979Vector {
  let hash: HashAlgorithm
  let message: String
  let r: String
  let s: String
}

extension RFC6979Vector {
  static let p256Key =
    "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"

  static let p256PublicKey =
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"

  static let p256: [RFC6979Vector] = [
    RFC6979Vector(
      hash: .sha256, message: "sample",
      r: "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
      s: "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"),
    RFC6979Vector(
      hash: .sha256, message: "test",
      r: "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
      s: "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"),
    RFC6979Vector(
      hash: .sha384, message: "sample",
      r: "0eafea039b20e9b42309fb1d89e213057cbf973dc0cfc8f129edddc800ef7719",
      s: "4861f0491e6998b9455193e34e7b0d284ddd7149a74b95b9261f13abde940954"),
    RFC6979Vector(
      hash: .sha384, message: "test",
      r: "83910e8b48bb0c74244ebdf7f07a1c5413d61472bd941ef3920e623fbccebeb6",
      s: "8ddbec54cf8cd5874883841d712142a56a8d0f218f5003cb0296b6b509619f2c"),
    RFC6979Vector(
      hash: .sha512, message: "sample",
      r: "8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00",
      s: "2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe"),
    RFC6979Vector(
      hash: .sha512, message: "test",
      r: "461d93f31b6540894788fd206c07cfa0cc35f46fa3c91816fff1040ad1581a04",
      s: "39af9f15de0db8d97e72719c74820d304ce5226e32dedae67519e840d1194e55"),
  ]

  static let p384Key =
    "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896"
    + "d5724e4c70a825f872c9ea60d2edf5"

  static let p384PublicKey =
    "04ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64"
    + "def8f0ea9055866064a254515480bc138015d9b72d7d57244ea8ef9ac0c6218967"
    + "08a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720"

  static let p384: [RFC6979Vector] = [
    RFC6979Vector(
      hash: .sha256, message: "sample",
      r: "21b13d1e013c7fa1392d03c5f99af8b30c570c6f98d4ea8e354b63a21d3daa33bd"
        + "e1e888e63355d92fa2b3c36d8fb2cd",
      s: "f3aa443fb107745bf4bd77cb3891674632068a10ca67e3d45db2266fa7d1feebef"
        + "dc63eccd1ac42ec0cb8668a4fa0ab0"),
    RFC6979Vector(
      hash: .sha256, message: "test",
      r: "6d6defac9ab64dabafe36c6bf510352a4cc27001263638e5b16d9bb51d451559f9"
        + "18eedaf2293be5b475cc8f0188636b",
      s: "2d46f3becbcc523d5f1a1256bf0c9b024d879ba9e838144c8ba6baeb4b53b47d51"
        + "ab373f9845c0514eefb14024787265"),
    RFC6979Vector(
      hash: .sha384, message: "sample",
      r: "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81"
        + "a648152e44acf96e36dd1e80fabe46",
      s: "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa3"
        + "29c145786e679e7b82c71a38628ac8"),
    RFC6979Vector(
      hash: .sha384, message: "test",
      r: "8203b63d3c853e8d77227fb377bcf7b7b772e97892a80f36ab775d509d7a5feb05"
        + "42a7f0812998da8f1dd3ca3cf023db",
      s: "ddd0760448d42d8a43af45af836fce4de8be06b485e9b61b827c2f13173923e06a"
        + "739f040649a667bf3b828246baa5a5"),
    RFC6979Vector(
      hash: .sha512, message: "sample",
      r: "ed0959d5880ab2d869ae7f6c2915c6d60f96507f9cb3e047c0046861da4a799cfe"
        + "30f35cc900056d7c99cd7882433709",
      s: "512c8cceee3890a84058ce1e22dbc2198f42323ce8aca9135329f03c068e5112dc"
        + "7cc3ef3446defceb01a45c2667fdd5"),
    RFC6979Vector(
      hash: .sha512, message: "test",
      r: "a0d5d090c9980faf3c2ce57b7ae951d31977dd11c775d314af55f76c676447d06f"
        + "b6495cd21b4b6e340fc236584fb277",
      s: "976984e59b4c77b0e8e4460dca3d9f20e07b9bb1f63beefaf576f6b2e8b224634a"
        + "2092cd3792e0159ad9cee37659c736"),
  ]

  static let p521Key =
    "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75ca"
    + "a896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538"

  static let p521PublicKey =
    "0401894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd"
    + "371123d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023"
    + "a400493101c962cd4d2fddf782285e64584139c2f91b47f87ff82354d6630f746a"
    + "28a0db25741b5b34a828008b22acc23f924faafbd4d33f81ea66956dfeaa2bfdfc"
    + "f5"

  static let p521: [RFC6979Vector] = [
    RFC6979Vector(
      hash: .sha256, message: "sample",
      r: "01511bb4d675114fe266fc4372b87682baecc01d3cc62cf2303c92b3526012659d"
        + "16876e25c7c1e57648f23b73564d67f61c6f14d527d54972810421e7d87589e1a7",
      s: "004a171143a83163d6df460aaf61522695f207a58b95c0644d87e52aa1a347916e"
        + "4f7a72930b1bc06dbe22ce3f58264afd23704cbb63b29b931f7de6c9d949a7ecfc"),
    RFC6979Vector(
      hash: .sha256, message: "test",
      r: "000e871c4a14f993c6c7369501900c4bc1e9c7b0b4ba44e04868b30b41d8071042"
        + "eb28c4c250411d0ce08cd197e4188ea4876f279f90b3d8d74a3c76e6f1e4656aa8",
      s: "00cd52dbaa33b063c3a6cd8058a1fb0a46a4754b034fcc644766ca14da8ca5ca9f"
        + "de00e88c1ad60ccba759025299079d7a427ec3cc5b619bfbc828e7769bcd694e86"),
    RFC6979Vector(
      hash: .sha384, message: "sample",
      r: "01ea842a0e17d2de4f92c15315c63ddf72685c18195c2bb95e572b9c5136ca4b4b"
        + "576ad712a52be9730627d16054ba40cc0b8d3ff035b12ae75168397f5d50c67451",
      s: "01f21a3cee066e1961025fb048bd5fe2b7924d0cd797babe0a83b66f1e35eeaf5f"
        + "de143fa85dc394a7dee766523393784484bdf3e00114a1c857cde1aa203db65d61"),
    RFC6979Vector(
      hash: .sha384, message: "test",
      r: "014bee21a18b6d8b3c93fab08d43e739707953244fdbe924fa926d76669e7ac8c8"
        + "9df62ed8975c2d8397a65a49dcc09f6b0ac62272741924d479354d74ff6075578c",
      s: "0133330865c067a0eaf72362a65e2d7bc4e461e8c8995c3b6226a21bd1aa78f0ed"
        + "94fe536a0dca35534f0cd1510c41525d163fe9d74d134881e35141ed5e8e95b979"),
    RFC6979Vector(
      hash: .sha512, message: "sample",
      r: "00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f17"
        + "4e25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa",
      s: "00617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af28"
        + "2623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a"),
    RFC6979Vector(
      hash: .sha512, message: "test",
      r: "013e99020abf5cee7525d16b69b229652ab6bdf2affcaef38773b4b7d08725f10c"
        + "db93482fdcc54edcee91eca4166b2a7c6265ef0ce2bd7051b7cef945babd47ee6d",
      s: "01fbd0013c674aa79cb39849527916ce301c66ea7ce8b80682786ad60f98f7e78a"
        + "19ca69eff5c57400e3b3a0ad66ce0978214d13baf4e9ac60752f7b155e2de4dce3"),
  ]
}
