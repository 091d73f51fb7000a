// swift-tools-version: 6.2

import PackageDescription

/// Fuzzers, one program each: `Tests/Fuzz/run` builds them with libFuzzer and runs them.
let targets = [
  "FuzzResponse", "FuzzRequest", "FuzzChunked", "FuzzURL", "FuzzHost", "FuzzValues", "FuzzCodings",
  "FuzzBrotli", "FuzzZstd",
  "FuzzJSON", "FuzzDER", "FuzzPEM", "FuzzSPKI", "FuzzPKCS8", "FuzzSEC1", "FuzzPKCS1", "FuzzKeyText",
  "FuzzCertificate", "FuzzCRL", "FuzzOCSP", "FuzzCSR", "FuzzNameConstraints", "FuzzForm",
  "FuzzPKCS12", "FuzzRecords", "FuzzXML", "FuzzClient", "FuzzMessages", "FuzzExtensions",
  "FuzzMultipart", "FuzzSession", "FuzzTickets", "FuzzIdentity", "FuzzPNG",
  "FuzzJPEG", "FuzzGIF", "FuzzWebP", "FuzzBMP", "FuzzTIFF", "FuzzICO",
  "FuzzAVIF", "FuzzTolerant", "FuzzNetlink", "FuzzCookies", "FuzzChallenges",
  "FuzzCache",
]

let package = Package(
  name: "apus-fuzz",
  dependencies: [.package(name: "apus", path: "../..", traits: ["Brotli", "Zstd"])],
  targets: [
    .target(
      name: "FuzzSupport",
      dependencies: [
        .product(name: "ApusHTTP", package: "apus"), .product(name: "ApusX509", package: "apus"),
        .product(name: "ApusImages", package: "apus"),
      ],
      swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])])
  ]
    + targets.map { name in
      .executableTarget(
        name: name,
        dependencies: [
          "FuzzSupport", .product(name: "ApusHTTP", package: "apus"),
          .product(name: "ApusSerialization", package: "apus"),
          .product(name: "ApusX509", package: "apus"), .product(name: "ApusTLS", package: "apus"),
          .product(name: "ApusImages", package: "apus"),
          .product(name: "ApusCookies", package: "apus"),
          .product(name: "ApusAuthentication", package: "apus"),
          .product(name: "ApusCaching", package: "apus"),
        ],
        swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
    }
)
