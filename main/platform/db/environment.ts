/** Where a company is registered and a submission goes. */
export type ServiceEnvironment = 'sandbox' | 'production';
