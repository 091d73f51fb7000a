// swift-tools-version: 6.2

import PackageDescription

/// One program for each library that the package offers, with that one dependency and import.
///
/// They share a package so that the libraries are built once. Each target sees only its own
/// product, and the settings are as strict as a user's can be.
let products = [
  "Apus", "ApusAuthentication", "ApusCaching", "ApusCookies", "ApusHTTP", "ApusImages",
  "ApusRoots",
  "ApusSerialization", "ApusSession", "ApusTLS", "ApusTestServer", "ApusX509", "ApusX509Files",
]

/// Modules with names that packages of others have, and a program that imports all of them.
let others = [
  "Crypto", "HTTPAPIs", "HTTPTypes", "Hummingbird", "Logging", "Metrics", "MultipartKit", "NIOCore",
  "SwiftASN1", "Vapor", "X509",
]

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .strictMemorySafety(),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

let package = Package(
  name: "consumers",
  dependencies: [.package(name: "apus", path: "../..")],
  targets: products.map {
    .executableTarget(
      name: "Uses" + $0,
      dependencies: [.product(name: $0, package: "apus")],
      swiftSettings: settings,
      // It needs no file of the system, and the step `bundled_roots` runs it without one.
      linkerSettings: $0 == "ApusRoots"
        ? [.unsafeFlags(["-static-executable"], .when(platforms: [.linux]))] : [])
  }
    + others.map {
      .target(
        name: $0, dependencies: $0 == "Vapor" ? ["MultipartKit", "NIOCore"] : [],
        path: "Others/" + $0, swiftSettings: settings)
    } + [
      .executableTarget(
        name: "Neighbours",
        dependencies: [.product(name: "Apus", package: "apus")] + others.map { .target(name: $0) },
        path: "Neighbours", swiftSettings: settings),
      .executableTarget(
        name: "Catches",
        dependencies: [
          .product(name: "ApusHTTP", package: "apus"),
          .product(name: "ApusSession", package: "apus"),
        ],
        path: "Catches", swiftSettings: settings),
    ]
)
